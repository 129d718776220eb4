import Foundation
import TestSupport
import Testing

@Suite("A process's home") struct CurrentProcessTests {
    @Test func `user defaults are in the container after a restart with its home`() async throws {
        let folder = try TemporaryFolder()
        let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        func defaults(_ words: String...) async throws -> String {
            try await InteractiveProgram([probePath, "defaults", folder.path] + words, environment: environment)
                .readLine()
        }
        #expect(try await defaults("org.example.group", "theme", "dark") == "dark true")
        // Another process, such as the provider's, reads the value.
        #expect(try await defaults("org.example.group", "theme") == "dark true")
        #expect(try await defaults("org.example.other", "theme") == "nothing true")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/.config/org.example.group.plist"))
    }
}
