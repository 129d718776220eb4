import Foundation
import LatchkeyCore
import Testing

@testable import LatchkeySystem

/// A script replaces `zbarimg`; the tests cover its output and its end.
@Suite(.timeLimit(.minutes(4))) struct BarcodeReaderTests {
    private static func texts(_ script: String, within seconds: Int = 60) async throws -> [Secret] {
        let folder = try TemporaryFolder()
        let program = folder.path + "/zbarimg"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let reader = try #require(BarcodeReader.find(folders: [folder.path]))
        return try await reader.texts(in: "/picture", within: seconds)
    }

    @Test func `returns each QR code of a picture separately`() async throws {
        #expect(try await Self.texts("printf 'one\\ntwo\\n\\nthree'") == ["one", "two", "three"].map(Secret.init))
        #expect(try await Self.texts("exit 4") == [])
    }

    @Test func `kills a QR code reader that exceeds its timeout and ignores SIGTERM`() async {
        let start = ContinuousClock.now
        for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 0.1; done"] {
            await #expect(throws: SystemError.pictureTookTooLong(path: "/picture", seconds: 1)) {
                _ = try await Self.texts(script, within: 1)
            }
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func `stops reading QR codes above the byte limit`() async {
        await #expect(throws: SystemError.unreadablePicture(path: "/picture")) {
            _ = try await Self.texts("head -c 300000 /dev/zero | tr '\\0' a")
        }
        await #expect(throws: SystemError.unreadablePicture(path: "/picture")) { _ = try await Self.texts("exit 1") }
    }
}
