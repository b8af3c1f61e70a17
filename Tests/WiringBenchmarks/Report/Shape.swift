/// An element of a chart.
struct Shape {
    /// The meaning of an element's color.
    enum Color: String {
        case plain = "#7d8590"
        case grid = "#7d859066"
        case met = "#2f9e6e"
        case missed = "#e0823d"
        case mark = "#d64f8c"
    }

    /// As SVG.
    let svg: String

    static func bar(x: Double, y: Double, width: Double, height: Double, _ color: Color) -> Shape {
        Shape(
            svg: """
                <rect x="\(decimal(x))" y="\(decimal(y))" width="\(decimal(width))" height="\(decimal(height))" \
                rx="2" fill="\(color.rawValue)"/>
                """
        )
    }

    /// A vertical line.
    static func line(x: Double, from top: Double, to bottom: Double, width: Double, _ color: Color) -> Shape {
        Shape(
            svg: """
                <line x1="\(decimal(x))" x2="\(decimal(x))" y1="\(decimal(top))" y2="\(decimal(bottom))" \
                stroke="\(color.rawValue)" stroke-width="\(decimal(width))"/>
                """
        )
    }

    /// A line of text.
    static func text(_ text: String, x: Double, y: Double, anchor: String = "start", weight: Int = 400) -> Shape {
        Shape(
            svg: """
                <text x="\(decimal(x))" y="\(decimal(y))" text-anchor="\(anchor)" font-weight="\(weight)" \
                fill="\(Color.plain.rawValue)">\(escaped(text))</text>
                """
        )
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
