import Foundation
import Glibc
import LatchkeyCore
import TestSupport
import Testing

@testable import LatchkeySystem

/// A script replaces `zbarimg`; the tests cover its sandbox, its output and its end.
@Suite(.timeLimit(.minutes(4))) struct BarcodeReaderTests {
    private let folder: TemporaryFolder
    private var picture: String { folder.path + "/picture.png" }

    init() throws {
        folder = try TemporaryFolder()
        try Data("pixels".utf8).write(to: URL(filePath: picture))
    }

    private func reader(_ script: String) throws -> BarcodeReader {
        let program = folder.path + "/zbarimg"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        return try #require(BarcodeReader.find(folders: [folder.path]))
    }

    private func texts(_ script: String, in path: String? = nil, within seconds: Int = 60) async throws -> [String] {
        try await reader(script).texts(in: path ?? picture, within: seconds).map { $0.reveal() }
    }

    @Test func `returns each QR code of a picture separately`() async throws {
        #expect(try await texts("printf 'one\\ntwo\\n\\nthree'") == ["one", "two", "three"])
        #expect(try await texts("exit 4") == [])
    }

    @Test func `kills a QR code reader that exceeds its timeout and ignores SIGTERM`() async {
        let start = ContinuousClock.now
        for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 0.1; done"] {
            await #expect(throws: SystemError.pictureTookTooLong(path: picture, seconds: 1)) {
                _ = try await texts(script, within: 1)
            }
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func `stops reading QR codes above the byte limit`() async {
        await #expect(throws: SystemError.unreadablePicture(path: picture)) {
            _ = try await texts("head -c 300000 /dev/zero | tr '\\0' a")
        }
        await #expect(throws: SystemError.unreadablePicture(path: picture)) { _ = try await texts("exit 1") }
    }

    // MARK: The sandbox

    @Test func `the QR code reader sees the picture and no other file of the user`() async throws {
        try Data("secret".utf8).write(to: URL(filePath: folder.path + "/secret"))
        let script = """
            cat /picture; echo
            cat "\(folder.path)/secret" 2>/dev/null || echo no secret
            ls -d /home /root /run /var /etc/passwd 2>/dev/null || echo no folder
            """
        #expect(try await texts(script) == ["pixels", "no secret", "no folder"])
    }

    @Test func `the QR code reader can change no file`() async throws {
        let script = """
            for file in /picture /usr/written /written "\(picture)"; do
                (echo changed > "$file") 2>/dev/null && echo "wrote $file"
            done; echo end
            """
        #expect(try await texts(script) == ["end"])
        #expect(try String(contentsOfFile: picture, encoding: .utf8) == "pixels")
    }

    @Test func `the QR code reader has no network, no variables and no other process`() async throws {
        let script = """
            tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '
            env | cut -d= -f1 | grep -vE '^(PWD|OLDPWD|SHLVL|_)$'
            echo "filter $(grep -c '^Seccomp:.2$' /proc/self/status)"
            ls /proc | grep -cE '^[0-9]+$' | tr -d '\\n' | grep -qE '^[1-9]$' && echo few
            """
        #expect(try await texts(script) == ["lo", "PATH", "filter 1", "few"])
    }

    @Test func `refuses a FIFO and a folder instead of a picture without starting the reader`() async throws {
        let pipe = folder.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path] {
            await #expect(throws: SystemError.unreadablePicture(path: path)) {
                _ = try await texts("echo one", in: path)
            }
        }
    }

    @Test func `names a failed sandbox instead of the picture`() async throws {
        var reader = try reader("echo one")
        reader.bubblewrap = "/bin/false"
        await #expect(throws: SystemError.unreadablePicture(path: picture)) { _ = try await reader.texts(in: picture) }
        let broken = folder.path + "/bwrap"
        try Data("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n".utf8)
            .write(to: URL(filePath: broken))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: broken)
        reader.bubblewrap = broken
        await #expect(throws: SystemError.noNamespaces(detail: "No permissions to create new namespace")) {
            _ = try await reader.texts(in: picture)
        }
    }

    /// The script needs none of the files that the real program needs.
    @Test(
        .enabled(
            if: ["zbarimg", "qrencode"].allSatisfy { FileSystem.isExecutable("/usr/bin/" + $0) },
            "needs zbarimg and qrencode"))
    func `zbarimg reads a QR code inside the sandbox`() async throws {
        let made = await ProgramOutput.of(
            "/usr/bin/qrencode", ["--output", picture, "otpauth://totp/a?secret=JBSWY3DP"])
        #expect(made?.hasSucceeded == true)
        let reader = try #require(BarcodeReader.find())
        #expect(try await reader.texts(in: picture) == [Secret("otpauth://totp/a?secret=JBSWY3DP")])
    }
}
