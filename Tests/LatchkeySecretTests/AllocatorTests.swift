import Foundation
import Testing

@Suite struct AllocatorTests {
    @Test func `overwrites every block that is freed or moved`() throws {
        // In a program of its own: the allocator of the tests is the system's.
        let probe = Process()
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        probe.executableURL = folder.appending(path: "AllocatorProbe")
        try probe.run()
        probe.waitUntilExit()
        #expect(probe.terminationReason == .exit)
        // Otherwise the line of the expectation in Tests/Support/AllocatorProbe that does not hold.
        #expect(probe.terminationStatus == 0)
    }
}
