import Glibc
import Testing

@testable import LatchkeySystem

/// The thread of each executor lives until the tests end.
@Suite(.timeLimit(.minutes(1))) struct `Executor of the main thread` {
    private let executor: MainThreadExecutor

    init() throws {
        let executor = try MainThreadExecutor()
        try DetachedThread.start { executor.runJobs() }
        self.executor = executor
    }

    private func send(to pipe: OwnedDescriptor) {
        var byte: UInt8 = 1
        #expect(unsafe write(pipe.number, &byte, 1) == 1)
    }

    @Test func `a wait ends when one of its descriptors is readable`() async throws {
        let (first, second) = (try OwnedDescriptor.makePipe(), try OwnedDescriptor.makePipe())
        let waiting = Task(executorPreference: executor) { [executor] in
            await executor.waitForInput(on: [first.read, second.read])
        }
        send(to: second.write)
        #expect(await waiting.value == [false, true])
    }

    @Test func `a wait ends when the other side closes its descriptor`() async throws {
        let pipe = try OwnedDescriptor.makePipe()
        let waiting = Task(executorPreference: executor) { [executor] in
            await executor.waitForInput(on: [pipe.read])
        }
        pipe.write.close()
        #expect(await waiting.value == [true])
    }

    @Test func `runs tasks of other threads while it waits, and ends only the wait that has input`() async throws {
        let (first, second) = (try OwnedDescriptor.makePipe(), try OwnedDescriptor.makePipe())
        let waits = [first, second].map { pipe in
            Task(executorPreference: executor) { [executor] in await executor.waitForInput(on: [pipe.read]) }
        }
        for number in 0..<1000 {
            #expect(await Task(executorPreference: executor) { number }.value == number)
        }
        send(to: second.write)
        #expect(await waits[1].value == [true])
        #expect(await Task(executorPreference: executor) { true }.value)
        send(to: first.write)
        #expect(await waits[0].value == [true])
    }
}
