import WiringDemo

/// The usage and the help of the tool and of each command.
enum HelpTopic: String, CaseIterable {
    case tool, accounts, screenshots, email, serve, graph, explain, arguments, preflight

    /// The synopsis.
    var usage: String { "Usage: \(synopsis)" }

    private var synopsis: String {
        switch self {
        case .tool:
            """
            \(Self.allCases.filter { $0 != .tool }.map(\.synopsis).joined(separator: "\n       "))
            Each command also takes [--events] [--flame-chart FILE.svg].
            """
        case .accounts: "wiring-demo accounts [--source PATH|URL] [\(Self.mocks)]"
        case .screenshots: "wiring-demo screenshots [--watch DIRECTORY] [--stop-after N]"
        case .email: "wiring-demo email [--taken PATH] ADDRESS..."
        case .serve: "wiring-demo serve --watch DIRECTORY [--store FILE] [--user NAME] [\(Self.mocks)]"
        case .graph: "wiring-demo graph [--format text|mermaid|dot] [\(Self.mocks)]"
        case .explain: "wiring-demo explain NAME [\(Self.mocks)]"
        case .arguments: "wiring-demo arguments [\(Self.mocks)]"
        case .preflight: "wiring-demo preflight [\(Self.mocks)]"
        }
    }

    /// The complete help text.
    var help: String {
        """
        \(summary)

        \(usage)

        \(details)

        \(Self.eventOptions)

        \(statuses)

        """
    }

    private var summary: String {
        switch self {
        case .tool: "Demonstrates dependency injection with Wiring."
        case .accounts: "Loads accounts and lists them: their number, then one account per line."
        case .screenshots: "Counts screenshots and prints a line for each."
        case .email: "Checks e-mail addresses and prints `ADDRESS available` or `ADDRESS taken` for each."
        case .serve: "Watches for screenshots and answers requests until Control-C or a request to terminate."
        case .graph: "Prints which dependencies need which."
        case .explain: "States which closure makes a dependency, and why no other does."
        case .arguments:
            "Lists the launch arguments, and what each of them replaces. One that you pass is a `(launch argument, given)`."
        case .preflight: "Checks how the service is wired."
        }
    }

    /// What follows the usage.
    private var details: String {
        switch self {
        case .tool:
            """
            Commands:
              accounts      Loads accounts and lists them.
              screenshots   Counts screenshots.
              email         Checks whether e-mail addresses are available.
              serve         Watches for screenshots and answers requests until it is stopped.
              graph         Prints which dependencies need which.
              explain       States which closure makes a dependency, and why.
              arguments     Lists the launch arguments, and what each of them replaces.
              preflight     Checks how the service is wired.

            Run `wiring-demo COMMAND --help` for the help of a command.
            """
        case .accounts:
            """
            Options:
              --source PATH|URL   The JSON document to load: a path, or an http, https or file URL. A server has ten seconds
                                  to answer. The default is a sample that ships with the tool.
              --help              Shows this help.

            \(Self.launchArguments)

            Example of a document:
              { "accounts": [ { "name": "Household", "balance": 2450.10, "currency": "EUR" } ] }
            """
        case .screenshots:
            """
            Options:
              --watch DIRECTORY   Counts each image file that is added to the directory. Existing files and hidden files do
                                  not count. The extensions of images are
                                  \(ImageDirectory.extensions.sorted().joined(separator: ", ")).
                                  The tool prints `Watching DIRECTORY` to standard error when it has begun to watch.
                                  Without this option, each line of standard input is a screenshot. At the end of input the
                                  tool exits, and prints `0 screenshots have been taken` if there were none.
              --stop-after N      Exits after N screenshots.
              --help              Shows this help.
            """
        case .email:
            """
            Options:
              --taken PATH   A text file with one taken address per line. Empty lines, lines that begin with #, and case are
                             ignored. The default is
                             \(TakenAddresses.examples.addresses.map(\.description).sorted().joined(separator: ", ")).
              --help         Shows this help.
            """
        case .serve:
            """
            Each line of standard input is a request:
              count           How many screenshots have been taken since the service started.
              accounts        All accounts.
              email ADDRESS   Whether an e-mail address is available.

            Each line is answered with one line of standard output: its number, a colon, and the answer. The service handles up
            to \(RequestServer.limit) requests concurrently, so the answers may arrive in a different order. A line that is not a
            request, or that has more than \(Request.longestLine) bytes, is answered with `NUMBER: error: REASON`. The service
            continues after standard input ends.

            The service consists of parts. It prints a line to standard error when a part has started and when it has stopped:
              store      Records each screenshot and each answered request.
              watcher    Counts each image file that is added to the directory, and prints the count to standard error.
              tally      Counts the requests, and prints the counts to standard error at the end.
              journal    Passes each answered request to the store.
              requests   Reads the requests and answers them.

            The store starts first and stops last. The requests start last and stop first: when the service is told to stop, it
            reads no more of them, and finishes those that it has begun. This may take ten seconds. A second signal terminates
            the tool immediately. The service also stops if a part fails, for example if the directory is removed.

            Options:
              --watch DIRECTORY   The directory to watch, as for `wiring-demo screenshots`.
              --store FILE        The file that the store appends to. Without this option, the store is in memory.
              --user NAME         The user, whose name the store records with each request. The default is the login name.
              --help              Shows this help.

            \(Self.launchArguments)
            """
        case .graph:
            """
            The screens and the service are built, but not started. An arrow leads from each dependency to those that were resolved
            while it was built.

            Options:
              --format FORMAT   `text` for people, which is the default; `mermaid` for Mermaid; `dot` for Graphviz.
              --help            Shows this help.

            \(Self.launchArguments)
            """
        case .explain:
            """
            NAME is the name of a property that declares a dependency, for example `accountLoading`: one of the shared container, of a
            module, such as `journal`, or of a request, such as `requestHandler`. Nothing is built.

            Options:
              --help   Shows this help.

            \(Self.launchArguments)
            """
        case .arguments:
            """
            Options:
              --help   Shows this help.

            \(Self.launchArguments)
            """
        case .preflight:
            """
            The screens and the service are built, but not started. The command fails if it finds a fault, for example a singleton that
            holds an instance that a container keeps, or a promised dependency that is not registered.

            Options:
              --help   Shows this help.

            \(Self.launchArguments)
            """
        }
    }

    private static let eventOptions = """
        Options of every command:
          --events                 Prints to standard error what the container does: each dependency that is resolved, built,
                                   registered, started and so on.
          --flame-chart FILE.svg   Draws when each dependency was built, and for which other one, as a picture for a browser.
        """

    private static let launchArguments = """
        Launch arguments, at most one:
          mock-accounts        Replaces the account service with one that has two accounts.
          mock-no-accounts     Replaces the account service with one that has no accounts.
          mock-account-error   Replaces the account service with one that answers 404.
          mock-network-error   Replaces the network with one that answers 404. The account service stays live.
        """

    private static let mocks = LaunchArgument.allCases.map(\.rawValue).joined(separator: " | ")

    private var statuses: String {
        switch self {
        case .preflight:
            """
            Exit status:
              0    no fault
              1    at least one fault; standard error lists all of them
              64   invalid usage
              74   cannot write to standard output or to the flame chart
            """
        default:
            """
            Exit status:
              0    success
              1    a service failed
              64   invalid usage
              65   malformed document
              66   missing or unreadable file
              73   cannot open the store
              74   cannot write to standard output, to the store or to the flame chart
              130  interrupted by Control-C (143: by a request to terminate, 141: by a closed output pipe)
            """
        }
    }
}
