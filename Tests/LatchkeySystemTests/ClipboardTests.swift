import Foundation
import Glibc
import LatchkeyCore
import TestSupport
import Testing

@testable import LatchkeySystem

@Suite(.timeLimit(.minutes(5))) struct ClipboardTests {
    @Test func `finds no clipboard without a screen`() async {
        for environment in [[:], ["DISPLAY": ""], ["DISPLAY": ":0"]] {
            await #expect(throws: SystemError.noClipboard) {
                _ = try await Clipboard.find(environment: environment, folders: ["/nowhere"])
            }
        }
    }

    @Test(arguments: [
        ([:], "", false), (["DISPLAY": ""], "", false), (["DISPLAY": ":0"], "", true),
        (["DISPLAY": ":0"], "xsel", false),
        (["WAYLAND_DISPLAY": "w"], "xclip", true), (["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], "xclip", false),
        (["WAYLAND_DISPLAY": "w"], "wl-copy", false),
    ])
    func `reports a missing clipboard tool only with a screen`(
        environment: [String: String], tool: String, isMissing: Bool
    ) throws {
        let folder = try TemporaryFolder()
        if !tool.isEmpty {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(tool)", withDestinationPath: "/bin/true")
        }
        #expect(Clipboard.isMissing(environment: environment, folders: [folder.path]) == isMissing)
    }

    @Test(hasX) func `clears the clipboard after its time and passes no secret as an argument`() async throws {
        try await Screen.run { screen in
            let clipboard = try await Clipboard.find(environment: ["DISPLAY": screen.display])
            // Long enough for a slow machine to see the content.
            try await clipboard.copy(Secret("p4ss wörd\n"), clearAfter: 600)
            #expect(try await screen.paste() == "p4ss wörd\n")
            let arguments = try await InteractiveProgram(["/bin/ps", "-eo", "args="]).end().output
            #expect(!arguments.contains("p4ss"))
            try await clipboard.copy(Secret("shortly"), clearAfter: 1)
            while try await screen.paste() == "shortly" { try await MonotonicClock.system.sleep(0.1) }
            #expect(try await screen.paste() == "")
        }
    }

    @Test(hasX) func `does not clear what was copied later`() async throws {
        try await Screen.run { screen in
            let clipboard = try await Clipboard.find(environment: ["DISPLAY": screen.display])
            try await clipboard.copy(Secret("first"), clearAfter: 1)
            try await clipboard.copy(Secret("second"), clearAfter: 600)
            try await MonotonicClock.system.sleep(1.2)
            #expect(try await screen.paste() == "second")
        }
    }

    @Test func `reports a clipboard tool that fails late without reading the secret`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "clipboard-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tool = folder + "/xclip"
        try Data("#!/bin/sh\nexit 3\n".utf8).write(to: URL(filePath: tool))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let clipboard = try await Clipboard.find(environment: ["DISPLAY": ":4711"], folders: [folder])
        await #expect(throws: SystemError.clipboardFailed(tool: tool, status: 3)) {
            try await clipboard.copy(Secret("x"), timeout: .zero)
        }
    }

    @Test(hasX) func `throws if the clipboard tool finds no screen`() async throws {
        let clipboard = try await Clipboard.find(environment: ["DISPLAY": ":4711"])
        await #expect(throws: SystemError.clipboardFailed(tool: "/usr/bin/xclip", status: 1)) {
            try await clipboard.copy(Secret("x"), timeout: .seconds(60))
        }
    }
}

private let hasX: ConditionTrait = .enabled(
    if: ["/usr/bin/Xvfb", "/usr/bin/xclip"].allSatisfy { FileManager.default.fileExists(atPath: $0) },
    "needs Xvfb and xclip")

/// An X server in memory.
private struct Screen {
    let display: String

    /// Runs the body with a screen; ends the server with SIGTERM, so that it removes its files.
    static func run(_ body: (Screen) async throws -> Void) async throws {
        let server = try await InteractiveProgram(
            ["/usr/bin/Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "64x64x8"])
        var failure: (any Error)?
        do { try await body(Screen(display: ":" + (try await server.readLine()))) } catch { failure = error }
        server.send(SIGTERM)
        _ = try await server.end()
        if let failure { throw failure }
    }

    func paste() async throws -> String {
        try await InteractiveProgram(
            ["/usr/bin/xclip", "-selection", "clipboard", "-out"], environment: ["DISPLAY": display]
        ).end().output
    }
}
