public import Wiring

// The interface of the article *Composing a program from modules*. Another module implements it.

// Composing.md: public struct AnalyticsClient
