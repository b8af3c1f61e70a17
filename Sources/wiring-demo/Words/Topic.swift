import WiringDemo

/// What there is to say about the tool and each of its commands.
enum Topic {
    case tool, accounts, screenshots, email

    /// How to call it, in a line or a few.
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

    /// All of it.
    var help: String {
        switch self {
        case .tool:
            """
            Shows what the Wiring demo can do.

            \(usage)

            Commands:
              accounts      Loads accounts and lists them.
              screenshots   Counts screenshots.
              email         Tells which e-mail addresses are available.

            `wiring-demo COMMAND --help` says more about one of them.

            \(Self.statuses)

            """
        case .accounts:
            """
            Loads accounts and lists them: their number, then a line for each.

            \(usage)

            Options:
              --source PATH|URL   A JSON document: a file, or an http, https or file URL. A server has ten seconds to
                                  answer. Without this, a sample that ships with the tool.
              --help              Shows this.

            Launch arguments, at most one:
              mock-accounts        Two accounts in place of the account service.
              mock-no-accounts     No account in place of the account service.
              mock-account-error   An account service that answers 404.
              mock-network-error   A network that answers 404, under the live account service.

            A document looks like this:
              { "accounts": [ { "name": "Household", "balance": 2450.10, "currency": "EUR" } ] }

            \(Self.statuses)

            """
        case .screenshots:
            """
            Counts screenshots: a line for each.

            \(usage)

            Options:
              --watch DIRECTORY   Each image file that appears in the directory is a screenshot. Those that are there
                                  already do not count, nor do hidden files. Images end in
                                  \(ImageDirectory.extensions.sorted().joined(separator: ", ")).
                                  `Watching DIRECTORY` on standard error tells that the watch has begun.
                                  Without this, each line of standard input is a screenshot, and its end ends the tool, which
                                  says `0 screenshots have been taken` if there was none.
              --stop-after N      Ends after N screenshots.
              --help              Shows this.

            \(Self.statuses)

            """
        case .email:
            """
            Tells which e-mail addresses are available: `ADDRESS available` or `ADDRESS taken`, a line for each.

            \(usage)

            Options:
              --taken PATH   A text file with the taken addresses, one a line. Empty lines and lines that begin with #
                             do not count, nor does case. Without this:
                             \(TakenAddresses.examples.addresses.map(\.description).sorted().joined(separator: ", ")).
              --help         Shows this.

            \(Self.statuses)

            """
        }
    }

    private static let mocks = LaunchArgument.allCases.map(\.rawValue).joined(separator: " | ")

    private static let statuses = """
        Exit status:
          0    done
          1    a service failed
          64   wrong words
          65   a malformed document
          66   a missing or unreadable file
          74   standard output cannot be written
          130  ended by Control-C (143: by a request to terminate; 141: by the end of the reader)
        """
}
