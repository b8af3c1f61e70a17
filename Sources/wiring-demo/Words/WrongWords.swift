/// The user wrote something that the tool does not understand.
struct WrongWords: Error, CustomStringConvertible {
    /// What is wrong. Names the word.
    let description: String
    /// Whose usage to show.
    let topic: Topic

    init(_ description: String, _ topic: Topic) {
        self.description = description
        self.topic = topic
    }
}
