import Foundation
import RunningProgram
import SystemPackage
import Testing

@Suite struct AllocatorTests {
    @Test func `overwrites every block that is freed or moved`() async throws {
        // In a program of its own: the allocator of the tests is the system's.
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let probe = try await RunningProgram(
            [folder.appending(path: "AllocatorProbe").path], environment: [:], output: .kept(.standardOutput),
            error: .kept(.standardError))
        // Otherwise the line of the expectation in Tests/Support/AllocatorProbe that does not hold.
        #expect(await probe.status == 0)
    }
}
