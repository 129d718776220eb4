import Foundation
import LatchkeySystem
import Testing

/// A system bus for a test, with a scripted logind (`Tests/Support/logind.py`).
struct LoginBus {
    let address: String
    private let child: Child

    /// - Parameter isEmpty: Whether the bus has no logind.
    init(isEmpty: Bool = false) async throws {
        child = try await Child(["/usr/bin/python3", support("logind.py")] + (isEmpty ? ["empty"] : []))
        address = try await child.line()
    }

    /// Sends commands to logind: `sleep`, `wake`, `lock`, `hint`, `unhint`, `lock-foreign`, `hint-foreign`, `drop`;
    /// `held` asks for the number of inhibitors.
    func tell(_ words: String...) throws {
        for word in words { try child.tell(word) }
    }

    /// The next event: `inhibit sleep delay`, `released` or `held 1`.
    func line() async throws -> String { try await child.line() }

    static let isAvailable = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbus"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }
}

@Suite(.enabled(if: LoginBus.isAvailable, "needs dbus-daemon and python3-dbus"), .timeLimit(.minutes(3)))
struct LoginWatchTests {
    @Test func `delays sleep until the secrets are wiped, each time`() async throws {
        let bus = try await LoginBus()
        var watch: LoginWatch? = try LoginWatch(address: bus.address)
        var events = try #require(watch?.events).makeAsyncIterator()
        #expect(try await bus.line() == "inhibit sleep delay")
        for _ in 0..<2 {
            try bus.tell("sleep")
            #expect(await events.next() == .suspending)
            // Without the inhibitor, the answer is 0.
            try bus.tell("held")
            #expect(try await bus.line() == "held 1")
            watch?.readyToSleep()
            #expect(try await bus.line() == "released")
            try bus.tell("held", "wake")
            #expect(try await bus.line() == "held 0")
            #expect(await events.next() == .resumed)
            #expect(try await bus.line() == "inhibit sleep delay")
        }
        watch = nil
        #expect(await events.next() == nil)
        #expect(try await bus.line() == "released")
    }

    @Test func `a late answer does not release the next sleep`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        #expect(try await bus.line() == "inhibit sleep delay")
        try bus.tell("sleep", "wake")
        #expect(await events.next() == .suspending)
        #expect(await events.next() == .resumed)
        let turn = Set([try await bus.line(), try await bus.line()])
        #expect(turn == ["inhibit sleep delay", "released"])
        watch.readyToSleep()
        try bus.tell("lock")
        #expect(await events.next() == .locked)
        // A release would come before this line.
        try bus.tell("wake")
        #expect(try await bus.line() == "inhibit sleep delay")
        #expect(await events.next() == .resumed)
    }

    @Test(arguments: ["lock", "hint"]) func `reports a locked screen`(word: String) async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.tell(word)
        #expect(await events.next() == .locked)
    }

    @Test func `reports neither another user's screen nor an unlocked one`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.tell("lock-foreign", "hint-foreign", "unhint", "sleep")
        // An event for one of them would come before this one.
        #expect(await events.next() == .suspending)
    }

    @Test func `reports the screen of the given user`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address, userID: foreignUser)
        var events = watch.events.makeAsyncIterator()
        try bus.tell("lock", "hint-foreign", "wake")
        #expect(await events.next() == .locked)
        #expect(await events.next() == .resumed)
    }

    @Test func `ends the stream when the bus closes`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.tell("drop")
        #expect(await events.next() == nil)
    }

    @Test func `throws for a missing bus and for a bus without logind`() async throws {
        let empty = try await LoginBus(isEmpty: true)
        for address in ["unix:path=/nowhere", "nonsense", empty.address] {
            let error = #expect(throws: SystemError.self) { try LoginWatch(address: address) }
            guard case .noLogind = error else {
                Issue.record("\(address): \(String(describing: error))")
                continue
            }
        }
    }
}
