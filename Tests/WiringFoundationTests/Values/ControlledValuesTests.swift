import Foundation
import Testing
import WiringFixtures
import WiringFoundation
import WiringFoundationNetworking
import WiringModules
import WiringTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uses a value of a container.
struct ValueUse: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the resolution uses it. Otherwise the call of what it returns does.
    let isUsedWhenResolved: Bool
    /// Resolves the value on the line after `line`, and returns what uses it.
    let resolve: @Sendable (Container) -> @Sendable () async throws -> Void
    let line: Int

    var testDescription: String { name }
}

extension ValueUse {
    static let all = [
        ValueUse("clock") {
            let clock = $0.clock()
            return { try await clock.sleep(for: .zero) }
        },
        ValueUse("clock") {
            let clock = $0.clock()
            return { _ = clock.now }
        },
        ValueUse("date") {
            let date = $0.date()
            return { _ = date() }
        },
        ValueUse("uuid") {
            let uuid = $0.uuid()
            return { _ = uuid() }
        },
        ValueUse("randomNumberGenerator") {
            let random = $0.randomNumberGenerator()
            return { _ = random.next() }
        },
        ValueUse("calendar", isUsedWhenResolved: true) {
            _ = $0.calendar()
            return {}
        },
        ValueUse("locale", isUsedWhenResolved: true) {
            _ = $0.locale()
            return {}
        },
        ValueUse("timeZone", isUsedWhenResolved: true) {
            _ = $0.timeZone()
            return {}
        },
        ValueUse("urlSession", isUsedWhenResolved: true) {
            _ = $0.urlSession()
            return {}
        },
    ]

    private init(
        _ name: String,
        isUsedWhenResolved: Bool = false,
        line: Int = #line,
        _ resolve: @escaping @Sendable (Container) -> @Sendable () async throws -> Void
    ) {
        (self.name, self.isUsedWhenResolved, self.resolve, self.line) = (name, isUsedWhenResolved, resolve, line)
    }
}

@Suite(.timeLimit(.minutes(10)), .failuresOnly) struct ControlledValuesTests {
    // MARK: - In tests

    @Test(.container, arguments: ValueUse.all) func useFailsTestWhereValueWasResolved(_ value: ValueUse) async throws {
        let issues = Collected<Issue>()
        try await withKnownIssue {
            let use = value.resolve(.shared)
            try await use()
        } matching: { issue in
            issues.add(issue)
            return true
        }
        #expect(issues.values.map { $0.sourceLocation?.line } == [value.line + 1])
        #expect(issues.values.map { $0.sourceLocation?.fileID } == [#fileID])
        let lines = issues.values.first?.comments.first?.rawValue.split(separator: "\n") ?? []
        #expect(lines.first == "Wiring: \(value.name) is unimplemented and was used")
        #expect(lines.dropFirst().first?.hasPrefix("      Container.\(value.name)<") == true)
        #expect(
            lines.suffix(2) == [
                "Override it in this test: `container.\(value.name).override(with: …)`.",
                "If the test may use its placeholder, write the trait `.allow(\\.\(value.name))`.",
            ]
        )
    }

    @Test(.container) func useFailsTestAtPropertyThatResolves() {
        @DynamicInjected(\.timeZone) var timeZone
        let line = #line - 1
        withKnownIssue {
            _ = timeZone
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        }
    }

    @Test(.container) func useFailsTestAtDeclarationIfPlaceOfResolutionIsUnknown() {
        let resolve: () -> TimeZone = Container.shared.timeZone.resolve
        withKnownIssue {
            _ = resolve()
        } matching: { issue in
            issue.sourceLocation?.fileID == "WiringFoundation/Container+UserSettings.swift"
        }
    }

    @Test(.container, arguments: ValueUse.all.filter { !$0.isUsedWhenResolved })
    func generatorMayBeResolved(_ value: ValueUse) {
        _ = value.resolve(.shared)
    }

    @Test(.container(.strict), arguments: ValueUse.all) func useFailsStrictTest(_ value: ValueUse) async {
        await withKnownIssue { try await value.resolve(.shared)() }
    }

    @Test(arguments: ValueUse.all) func useFailsTestWithoutTrait(_ value: ValueUse) async {
        await withKnownIssue { try await value.resolve(Container())() }
    }

    @Test(
        .container(.strict),
        .allow(\.clock, \.date, \.uuid, \.randomNumberGenerator, \.calendar, \.locale, \.timeZone, \.urlSession),
        arguments: ValueUse.all
    ) func useOfAllowedValueDoesNotFailTest(_ value: ValueUse) async throws {
        try await value.resolve(.shared)()
    }

    @Test(.container) func placeholdersAreLive() {
        let container = Container.shared
        withKnownIssue {
            #expect(container.calendar() == .autoupdatingCurrent)
            #expect(container.locale() == .autoupdatingCurrent)
            #expect(container.timeZone() == .autoupdatingCurrent)
            #expect(container.urlSession() === URLSession.shared)
            let (before, date, after) = (Date(), container.date()(), Date())
            #expect((before...after).contains(date))
            #expect(container.uuid()() != container.uuid()())
        } matching: { issue in
            issue.comments.first?.rawValue.contains("is unimplemented and was used") == true
        }
    }

    @Test(
        .container(.strict),
        .override(\.clock, with: ImmediateClock()),
        .override(\.date, with: .constant(Date(timeIntervalSince1970: 0))),
        .override(\.uuid, with: .incrementing),
        .override(\.randomNumberGenerator, with: .seeded(1)),
        .override(\.calendar, with: Calendar(identifier: .gregorian)),
        .override(\.locale, with: Locale(identifier: "de_AT")),
        .override(\.timeZone, with: .gmt),
        .override(\.urlSession, with: URLSession(configuration: .ephemeral))
    ) func overriddenValuesDoNotFailTest() async throws {
        for value in ValueUse.all { try await value.resolve(.shared)() }
        #expect(Container.shared.date()() == Date(timeIntervalSince1970: 0))
        #expect(Container.shared.uuid()() == UUID(number: 1))
        #expect(Container.shared.locale().identifier == "de_AT")
    }

    // MARK: - In programs

    @Test(.container) func programGetsLiveValues() async throws {
        FactoryContext.current.isTest = false
        let container = Container.shared
        #expect(container.clock() is ContinuousClock)
        for value in ValueUse.all { try await value.resolve(container)() }
        #expect(container.urlSession() === URLSession.shared)
    }
}
