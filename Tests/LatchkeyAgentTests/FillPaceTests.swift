import LatchkeyCore
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct FillPaceTests {
    private static let program = "/usr/bin/python3.13"
    private static let free = FillPace.Verdict(delay: 0, isFirst: false)

    private static func login(_ name: String) -> PacedLogin {
        guard let provider = try? ProviderIdentifier.first else { preconditionFailure("the identifier is valid") }
        return PacedLogin(provider, name)
    }

    /// Requests logins one after the other; returns the delays.
    private static func fill(
        _ logins: some Sequence<Int>, _ pace: inout FillPace, at now: Double = 100, hasRevealed: Bool = true
    ) -> [Double?] {
        logins.map { login in
            let verdict = pace.begin(Self.login("\(login)"), by: program, at: now)
            pace.end(Self.login("\(login)"), by: program, hasRevealed: hasRevealed, at: now)
            return verdict.delay
        }
    }

    @Test func `slows a program beyond the limit and reports it once`() {
        var pace = FillPace()
        let before = Self.fill(0..<FillPace.limit, &pace)
        #expect(before.allSatisfy { $0 == 0 })
        let slowed = [("a", 100), ("b", 100), ("c", 112)].map { pace.begin(Self.login($0), by: Self.program, at: $1) }
        #expect(slowed.map(\.delay) == [5, 10, 5])
        #expect(slowed.map(\.isFirst) == [true, false, false])
        // Another program has its own count.
        let other = pace.begin(Self.login("a"), by: "/usr/bin/git", at: 100)
        #expect(other == Self.free)
        // A later burst is reported again.
        let later = 200 + FillPace.window
        let again = Self.fill(0..<FillPace.limit, &pace, at: later)
        #expect(again.allSatisfy { $0 == 0 })
        let reported = pace.begin(Self.login("a"), by: Self.program, at: later)
        #expect(reported == FillPace.Verdict(delay: 5, isFirst: true))
    }

    @Test func `refuses a program's request that would wait longer than a minute`() {
        var pace = FillPace()
        _ = Self.fill(0..<FillPace.limit, &pace)
        let waiting = (0..<13).map { pace.begin(Self.login("more \($0)"), by: Self.program, at: 100).delay }
        let delays: [Double?] = (1...12).map { 5 * Double($0) }
        #expect(waiting == delays + [nil])
        // The refused one does not count.
        let later = pace.begin(Self.login("more 12"), by: Self.program, at: 105)
        #expect(later.delay == 60)
    }

    @Test func `the same login never counts twice`() {
        var pace = FillPace()
        _ = Self.fill(0..<FillPace.limit, &pace)
        let repeated = Self.fill((0..<200).map { _ in 7 }, &pace)
        #expect(repeated.allSatisfy { $0 == 0 })
    }

    @Test func `a second request for a waiting login waits as long`() {
        var pace = FillPace()
        _ = Self.fill(0..<FillPace.limit, &pace)
        let delays = [100.0, 100, 103, 106].map { pace.begin(Self.login("new"), by: Self.program, at: $0).delay }
        #expect(delays == [5, 5, 2, 0])
    }

    @Test func `a request that reveals nothing does not count, but cannot hide an earlier one`() {
        var pace = FillPace()
        let failed = Self.fill(0..<200, &pace, hasRevealed: false)
        #expect(failed.allSatisfy { $0 == 0 })
        _ = Self.fill(0..<FillPace.limit, &pace)
        _ = Self.fill(0..<FillPace.limit, &pace, hasRevealed: false)
        let next = Self.fill([1000], &pace)
        #expect(next == [5])
    }

    @Test func `a burst of lists is slowed`() async throws {
        let world = try AgentWorld(hasFallback: true)
        try await world.enable()
        let client = try await world.connect(display: ":0")
        func choose() async throws {
            _ = try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url))
        }
        for _ in 0..<FillPace.limit { try await choose() }
        #expect(world.notices.values.isEmpty)
        let last = Task { try await choose() }
        while world.notices.values.isEmpty { await Task.yield() }
        #expect(world.launcher.requests.count == FillPace.limit)
        last.cancel()
        #expect(await last.result.isFailure)
    }

    @Test func `a burst of fills is slowed and logged, also from a private window`() async throws {
        let world = try AgentWorld()
        let identities = (0...FillPace.limit).map { number in
            CredentialIdentity(
                kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"),
                user: "user\(number)", recordIdentifier: "\(number)")
        }
        // Another site of the first login.
        let again = CredentialIdentity(
            kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "www.example.com"),
            user: "user0", recordIdentifier: "0")
        try await world.enable(identities + [again])
        let client = try await world.connect()
        let found = try await client.call(SearchLogins.self, SearchLogins.Parameters(text: "example.com")).logins
            .sorted { ($0.user == "user0" ? 0 : 1) < ($1.user == "user0" ? 0 : 1) }
        #expect(found.count == FillPace.limit + 2)
        func fill(_ index: Int) async throws {
            _ = try await client.call(
                Fill.self, Fill.Parameters(url: AgentWorld.url, suggestion: found[index].id, isPrivate: true))
        }
        for index in 0...FillPace.limit { try await fill(index) }
        #expect(!world.agent.log.read().entries.contains { $0.what == "many fills" })
        #expect(world.notices.values.isEmpty)
        let last = Task { try await fill(FillPace.limit + 1) }
        // The delayed request must not have reached a provider.
        while world.notices.values.isEmpty { await Task.yield() }
        #expect(world.agent.log.read(limit: 1).entries.contains { $0.what == "many fills" })
        #expect(world.launcher.requests.count == FillPace.limit + 1)
        last.cancel()
        #expect(await last.result.isFailure)
        #expect(
            world.notices.values == [
                "process 4242 requests many logins and is slowed. \"latchkey log\" lists them."
            ])
        #expect(world.launcher.requests.count == FillPace.limit + 1)
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
