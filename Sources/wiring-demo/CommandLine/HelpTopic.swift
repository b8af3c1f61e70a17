import WiringDemo

/// The usage and the help of the tool and of each command.
enum HelpTopic {
    case tool, accounts, screenshots, email

    /// The synopsis.
    var usage: String {
        switch self {
        case .tool:
            """
            Usage: wiring-demo accounts [--source PATH|URL] [\(Self.mocks)]
                   wiring-demo screenshots [--watch DIRECTORY] [--stop-after N]
                   wiring-demo email [--taken PATH] ADDRESS...
            """
        case .accounts: "Usage: wiring-demo accounts [--source PATH|URL] [\(Self.mocks)]"
        case .screenshots: "Usage: wiring-demo screenshots [--watch DIRECTORY] [--stop-after N]"
        case .email: "Usage: wiring-demo email [--taken PATH] ADDRESS..."
        }
    }

    /// The complete help text.
    var help: String {
        switch self {
        case .tool:
            """
            Demonstrates dependency injection with Wiring.

            \(usage)

            Commands:
              accounts      Loads accounts and lists them.
              screenshots   Counts screenshots.
              email         Checks whether e-mail addresses are available.

            Run `wiring-demo COMMAND --help` for the help of a command.

            \(Self.statuses)

            """
        case .accounts:
            """
            Loads accounts and lists them: their number, then one account per line.

            \(usage)

            Options:
              --source PATH|URL   The JSON document to load: a path, or an http, https or file URL. A server has ten seconds
                                  to answer. The default is a sample that ships with the tool.
              --help              Shows this help.

            Launch arguments, at most one:
              mock-accounts        Replaces the account service with one that has two accounts.
              mock-no-accounts     Replaces the account service with one that has no accounts.
              mock-account-error   Replaces the account service with one that answers 404.
              mock-network-error   Replaces the network with one that answers 404. The account service stays live.

            Example of a document:
              { "accounts": [ { "name": "Household", "balance": 2450.10, "currency": "EUR" } ] }

            \(Self.statuses)

            """
        case .screenshots:
            """
            Counts screenshots and prints a line for each.

            \(usage)

            Options:
              --watch DIRECTORY   Counts each image file that is added to the directory. Existing files and hidden files do
                                  not count. The extensions of images are
                                  \(ImageDirectory.extensions.sorted().joined(separator: ", ")).
                                  The tool prints `Watching DIRECTORY` to standard error when it has begun to watch.
                                  Without this option, each line of standard input is a screenshot. At the end of input the
                                  tool exits, and prints `0 screenshots have been taken` if there were none.
              --stop-after N      Exits after N screenshots.
              --help              Shows this help.

            \(Self.statuses)

            """
        case .email:
            """
            Checks e-mail addresses and prints `ADDRESS available` or `ADDRESS taken` for each.

            \(usage)

            Options:
              --taken PATH   A text file with one taken address per line. Empty lines, lines that begin with #, and case are
                             ignored. The default is
                             \(TakenAddresses.examples.addresses.map(\.description).sorted().joined(separator: ", ")).
              --help         Shows this help.

            \(Self.statuses)

            """
        }
    }

    private static let mocks = LaunchArgument.allCases.map(\.rawValue).joined(separator: " | ")

    private static let statuses = """
        Exit status:
          0    success
          1    a service failed
          64   invalid usage
          65   malformed document
          66   missing or unreadable file
          74   cannot write to standard output
          130  interrupted by Control-C (143: by a request to terminate, 141: by a closed output pipe)
        """
}
