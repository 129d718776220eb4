import Foundation
import Subprocess
import TestSupport
import Testing

@testable import LatchkeySystem

/// Programs that do not find a shared library inside the sandbox.
@Suite struct MissingLibraryTests {
    @Test(arguments: ["libq.so.6", "liby.so.6"]) func `names the missing library before the program runs`(
        library: String
    ) async throws {
        let place = try Place(library: library)
        let found = await MissingLibrary.find(executable: place.program, bundle: place.bundle, readOnlyFolders: [])
        #expect(found == library)
    }

    @Test func `names the missing library when the program ends with the dynamic loader's status`() async throws {
        let place = try Place(library: "libq.so.6")
        let process = try await SandboxedProcess.start(
            SandboxPolicy(executable: place.program, bundle: place.bundle, container: place.container))
        #expect(await process.waitForEnd() == .libraryMissing("libq.so.6"))
    }

    /// The loader exits before the program can send data.
    @Test func `ignores the loader's message from a program that has sent data`() async throws {
        let place = try Place(library: "libc.so.6")
        let program = """
            import os
            os.write(0, b"\\4\\0\\0\\0ping")
            os.read(0, 8)
            os.write(2, b"/a: error while loading shared libraries: libq.so: cannot open shared object file: No such\\n")
            os._exit(127)
            """
        let process = try await SandboxedProcess.start(
            SandboxPolicy(
                executable: "/usr/bin/python3", arguments: ["-c", program], bundle: place.bundle,
                container: place.container))
        #expect(try await process.connection.receive() == Array("ping".utf8))
        try await process.connection.send(Array("pong".utf8))
        #expect(await process.waitForEnd() == .exited(127))
    }

    @Test func `finds libraries only in the bundle and in the visible folders`() async throws {
        let place = try Place(library: "libc.so.6")
        for folder in [place.bundle, place.container] {
            // The loader searches the program's RUNPATH.
            let program = try await place.link(folder: folder)
            for shown in [[], [place.container]] {
                let found = await MissingLibrary.find(
                    executable: program, bundle: place.bundle, readOnlyFolders: shown)
                let isShown = folder == place.bundle || shown == [folder]
                #expect(found == (isShown ? nil : "libown.so"), "\(folder) \(shown)")
            }
        }
    }

    @Test func `returns nil for a program that starts and for other files`() async throws {
        let place = try Place(library: "libc.so.6")
        let script = place.bundle + "/script"
        try "#!/bin/sh\n".write(toFile: script, atomically: false, encoding: .utf8)
        for program in [place.program, script, place.bundle + "/missing"] {
            let found = await MissingLibrary.find(executable: program, bundle: place.bundle, readOnlyFolders: [])
            #expect(found == nil, "\(program)")
        }
    }

    @Test(
        arguments: [
            (
                "/a: error while loading shared libraries: libx.so.1: cannot open shared object file: No such",
                "libx.so.1"
            ),
            // The program chooses the name, so only plain names are accepted.
            ("/a: error while loading shared libraries: l\u{1B}[2J: cannot open shared object file: No", nil),
            ("/a: error while loading shared libraries: : cannot open shared object file: No such", nil),
            // Another error of the loader, and another program's message.
            ("/a: error while loading shared libraries: /a: invalid ELF header", nil),
            ("cannot open shared object file", nil),
        ] as [(String, String?)])
    func `parses the loader's message`(line: String, name: String?) {
        #expect(MissingLibrary.name(inError: line) == name)
    }

    @Test func `keeps status 127 without a message of the loader`() {
        #expect(Bubblewrap.ending(.exited(127), firstError: "sh: not found") == .exited(127))
        #expect(Bubblewrap.ending(.exited(127), firstError: nil) == .exited(127))
    }
}

/// A bundle whose program needs the library, and an empty container.
private struct Place {
    let folder: TemporaryFolder
    var bundle: String { folder.path + "/V.appex" }
    var container: String { folder.path + "/container" }
    var program: String { bundle + "/provider" }

    /// - Parameter library: The name that replaces the C library's, of the same length.
    init(library: String) throws {
        folder = try TemporaryFolder()
        for path in [bundle, container] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        var bytes = try Data(contentsOf: URL(filePath: "/usr/bin/true"))
        let name = try #require(bytes.range(of: Data("libc.so.6".utf8)))
        bytes.replaceSubrange(name, with: Data(library.utf8))
        try bytes.write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    /// Builds a program in the bundle that links to a library in the folder.
    func link(folder: String) async throws -> String {
        let source = self.folder.path + "/empty.c"
        try "int main(void) { return 0; }\n".write(toFile: source, atomically: false, encoding: .utf8)
        let library = folder + "/libown.so"
        let linked = bundle + "/linked"
        for words in [
            ["-shared", "-Wl,-soname,libown.so", "-o", library, source],
            ["-Wl,--no-as-needed", "-o", linked, source, library, "-Wl,-rpath,\(folder)"],
        ] {
            let ending = try await InteractiveProgram(["/usr/bin/gcc"] + words, environment: ["PATH": "/usr/bin"]).end()
            try #require(ending.status == 0, "\(ending)")
        }
        return linked
    }
}
