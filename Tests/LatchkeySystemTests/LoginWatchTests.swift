import Foundation
import LatchkeySystem
import TestSupport
import Testing

@testable import latchkeyd

/// Uses the fake logind of `Tests/Support/logind.py`.
@Suite(.enabled(if: LoginBus.isAvailable, "needs dbus-daemon and python3-dbus"), .timeLimit(.minutes(3)))
struct LoginWatchTests {
    @Test func `delays sleep until the secrets are wiped, each time`() async throws {
        let bus = try await LoginBus()
        var watch: LoginWatch? = try LoginWatch(address: bus.address)
        var events = try #require(watch?.events).makeAsyncIterator()
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        for _ in 0..<2 {
            try bus.send("sleep")
            #expect(await events.next() == .suspending)
            // Without the inhibitor, the answer is 0.
            try bus.send("held")
            #expect(try await bus.nextEvent() == "held 1")
            watch?.readyToSleep()
            #expect(try await bus.nextEvent() == "released")
            try bus.send("held", "wake")
            #expect(try await bus.nextEvent() == "held 0")
            #expect(await events.next() == .resumed)
            #expect(try await bus.nextEvent() == "inhibit sleep delay")
        }
        watch = nil
        #expect(await events.next() == nil)
        #expect(try await bus.nextEvent() == "released")
    }

    @Test func `a late answer does not release the next sleep`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        try bus.send("sleep", "wake")
        #expect(await events.next() == .suspending)
        #expect(await events.next() == .resumed)
        let turn = Set([try await bus.nextEvent(), try await bus.nextEvent()])
        #expect(turn == ["inhibit sleep delay", "released"])
        watch.readyToSleep()
        try bus.send("lock")
        #expect(await events.next() == .locked)
        // A release would come before this line.
        try bus.send("wake")
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        #expect(await events.next() == .resumed)
    }

    @Test(arguments: ["lock", "hint"]) func `reports a locked screen`(word: String) async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.send(word)
        #expect(await events.next() == .locked)
    }

    @Test func `reports neither another user's screen nor an unlocked one`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.send("lock-foreign", "hint-foreign", "unhint", "sleep")
        // An event for one of the ignored signals would arrive before this event.
        #expect(await events.next() == .suspending)
    }

    @Test func `reports the screen of the given user`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address, userID: foreignUser)
        var events = watch.events.makeAsyncIterator()
        try bus.send("lock", "hint-foreign", "wake")
        #expect(await events.next() == .locked)
        #expect(await events.next() == .resumed)
    }

    @Test func `ends the stream when the bus closes`() async throws {
        let bus = try await LoginBus()
        let watch = try LoginWatch(address: bus.address)
        var events = watch.events.makeAsyncIterator()
        try bus.send("drop")
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
