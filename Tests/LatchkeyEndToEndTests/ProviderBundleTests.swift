import Foundation
import Glibc
import Testing

/// Valid contents of a provider's bundle.
@Suite struct ProviderBundleTests {
    /// Creates a bundle in the user's home, with the first provider's program or a one-line script.
    private func makeBundle(
        in world: World, id: String = Bundles.first, name: String = "Misbehaving", isReal: Bool = false
    ) throws -> String {
        let bundle = world.path + "/home/Any.appex"
        let files = FileManager.default
        try files.createDirectory(atPath: bundle + "/lib", withIntermediateDirectories: true)
        let list = try String(contentsOfFile: Bundles.providers + "/First.appex/Info.plist", encoding: .utf8)
        let changed = list.replacing(Bundles.first, with: id).replacing(
            "<string>Misbehaving</string>",
            with: "<string>\(name)</string>\n    <key>CFBundleIconFile</key>\n    <string>icon.png</string>")
        try Data(changed.utf8).write(to: URL(filePath: bundle + "/Info.plist"))
        try Data("picture".utf8).write(to: URL(filePath: bundle + "/icon.png"))
        try Data("library".utf8).write(to: URL(filePath: bundle + "/lib/libpart.so"))
        let program = bundle + "/MisbehavingProvider"
        if isReal {
            try files.copyItem(atPath: Bundles.providers + "/First.appex/MisbehavingProvider", toPath: program)
        } else {
            try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
        }
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        try changeOwner(of: bundle, in: world)
        return bundle
    }

    /// Makes the world's user the owner of a folder and its contents.
    private func changeOwner(of folder: String, in world: World) throws {
        guard let user = world.user else { return }
        let inside = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for path in [folder] + inside.map({ folder + "/" + $0 }) {
            #expect(unsafe lchown(path, user, user) == 0)
        }
    }

    private func installed(in world: World) -> [String] {
        let folder = world.path + "/home/.local/share/latchkey/providers"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    // MARK: Installation

    enum Entry: String, CaseIterable {
        case link, nestedLink, folderLink, brokenLink, fifo, socket, device
    }

    @Test(arguments: Entry.allCases) func `refuses a bundle with a link, a FIFO, a socket or a device`(
        entry: Entry
    ) async throws {
        let world = try await World(user: World.users.last ?? nil)
        let bundle = try makeBundle(in: world)
        let secret = world.path + "/home/private.txt"
        let path = bundle + (entry == .nestedLink ? "/lib/strings.dat" : "/strings.dat")
        let kind: String
        switch entry {
        case .link, .nestedLink, .folderLink, .brokenLink:
            let target = entry == .folderLink ? world.path + "/home" : entry == .brokenLink ? "/nowhere" : secret
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            kind = "symbolic link"
        case .fifo:
            #expect(unsafe mkfifo(path, 0o644) == 0)
            kind = "FIFO"
        case .socket:
            #expect(unsafe mknod(path, S_IFSOCK | 0o644, 0) == 0)
            kind = "socket"
        case .device:
            guard geteuid() == 0 else { return }
            // The device of /dev/null.
            #expect(unsafe mknod(path, S_IFCHR | 0o666, 0x103) == 0)
            kind = "device"
        }
        try changeOwner(of: bundle, in: world)
        let ending = try await world.latchkey("providers", "add", bundle)
        #expect(
            ending.errorLines == [
                "latchkey: error: \(bundle) was not copied: \(path) is a \(kind), not a regular file or folder",
                "latchkey: hint: run \"rm \(path)\", or replace it with a copy of the file",
            ])
        #expect(ending.status == 1)
        #expect(installed(in: world).isEmpty)
        #expect(
            try world.files(containing: "nothing to see").filter { !$0.contains("Any.appex") } == ["home/private.txt"])
    }

    @Test func `keeps the installed bundle if its replacement is refused`() async throws {
        let world = try await World(user: World.users.last ?? nil)
        let bundle = try makeBundle(in: world)
        try await world.startAgent()
        #expect(try await world.latchkey("providers", "add", bundle).status == 0)
        try FileManager.default.createSymbolicLink(
            atPath: bundle + "/link", withDestinationPath: world.path + "/home/private.txt")
        try Data("other".utf8).write(to: URL(filePath: bundle + "/icon.png"))
        #expect(try await world.latchkey("providers", "add", bundle).status == 1)
        #expect(installed(in: world) == ["Any.appex"])
        let icon = world.path + "/home/.local/share/latchkey/providers/Any.appex/icon.png"
        #expect(try String(contentsOfFile: icon, encoding: .utf8) == "picture")
    }

    @Test func `installs files and folders with modes that ignore the umask`() async throws {
        let world = try await World(user: World.users.last ?? nil)
        let bundle = try makeBundle(in: world)
        let line = "umask 077; exec \"$0\" providers add \"$1\""
        let added = try await Program(
            ["/bin/sh", "-c", line, Program.folder + "/latchkey", bundle], user: world.user,
            environment: world.environment
        ).end()
        #expect(added.status == 0, "\(added.error)")
        let copy = world.path + "/home/.local/share/latchkey/providers/Any.appex"
        for (name, mode) in [("", 0o755), ("/lib", 0o755), ("/lib/libpart.so", 0o644)] {
            let facts = try FileManager.default.attributesOfItem(atPath: copy + name)
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == mode, "\(name)")
        }
    }

    // MARK: Changes

    /// The loader could open files in such a folder by name, and the digest would not include them.
    @Test(arguments: ["", "/lib"]) func `refuses to enable a bundle with an unreadable folder`(
        folder: String
    ) async throws {
        let world = try await World(user: World.users.last ?? nil)
        let bundle = try makeBundle(in: world)
        try await world.startAgent()
        #expect(try await world.latchkey("providers", "add", bundle).status == 0)
        let copy = world.path + "/home/.local/share/latchkey/providers/Any.appex"
        try FileManager.default.setAttributes([.posixPermissions: 0o311], ofItemAtPath: copy + folder)
        let refused = try await world.latchkey("providers", "enable", "--yes", "--no-configure", Bundles.first)
        #expect(refused.status == 1)
        let name = folder.isEmpty ? copy : "lib"
        #expect(refused.errorLines.first?.contains("\"\(name)\" cannot be read") == true, "\(refused.errorLines)")
        // The world's folder must be removable.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy + folder)
    }

    enum Change: String, CaseIterable {
        case name, icon, library, newFile, link
    }

    @Test(arguments: Change.allCases) func `refuses a changed bundle until it is enabled again`(change: Change)
        async throws
    {
        let world = try await World(user: World.users.last ?? nil)
        let bundle = try makeBundle(in: world, isReal: true)
        try await world.startAgent()
        let added = try await world.latchkey("providers", "add", bundle)
        #expect(added.status == 0, "\(added.error)")
        try await world.enable(Bundles.first)
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
        let copy = world.path + "/home/.local/share/latchkey/providers/Any.appex"
        switch change {
        case .name:
            let path = copy + "/Info.plist"
            let list = try String(contentsOfFile: path, encoding: .utf8)
            try Data(list.replacing("<string>Misbehaving</string>", with: "<string>Latchkey</string>").utf8)
                .write(to: URL(filePath: path))
        case .icon: try Data("another".utf8).write(to: URL(filePath: copy + "/icon.png"))
        case .library: try Data("another".utf8).write(to: URL(filePath: copy + "/lib/libpart.so"))
        case .newFile: try Data("another".utf8).write(to: URL(filePath: copy + "/lib/libother.so"))
        case .link:
            try FileManager.default.createSymbolicLink(
                atPath: copy + "/lib/notes", withDestinationPath: world.path + "/home/private.txt")
        }
        let refused = try await world.latchkey("fill", "https://well.example")
        #expect(refused.status == 1)
        if change == .link {
            #expect(refused.errorLines.first?.contains("\"lib/notes\" is not a regular file or folder") == true)
        } else {
            #expect(
                refused.errorLines == [
                    "latchkey: error: \(copy) has changed since it was enabled",
                    "latchkey: hint: run \"latchkey providers enable \(Bundles.first)\" if you changed it",
                ])
        }
        // Suggestions show the name that the user confirmed.
        #expect(try await world.latchkey("suggest", "https://well.example").output.contains("— Misbehaving"))
        let doctor = try await world.latchkey("doctor")
        #expect(doctor.status == 1 && doctor.output.contains(Bundles.first))
        guard change == .name else { return }
        let again = try await world.latchkey("providers", "enable", "--yes", "--no-configure", Bundles.first)
        #expect(again.status == 1)
        #expect(again.errorLines.first?.hasSuffix("its name \"Latchkey\" could be taken for Latchkey's own") == true)
    }

    // MARK: Names

    @Test(arguments: ["Latchkey", "latchk\u{0435}y", "Latch key", "LATCHKEY", "Mis-Behaving"])
    func `refuses to enable a provider with a confusable name`(name: String) async throws {
        let world = try await World.started(as: World.users.last ?? nil)
        let bundle = try makeBundle(in: world, id: "org.example.other", name: name)
        #expect(try await world.latchkey("providers", "add", bundle).status == 0)
        let refused = try await world.latchkey("providers", "enable", "--yes", "--no-configure", "org.example.other")
        #expect(refused.status == 1)
        let owner = name == "Mis-Behaving" ? "that of \(Bundles.first)" : "Latchkey's own"
        #expect(
            refused.errorLines.first
                == "latchkey: error: org.example.other cannot be enabled: its name \"\(name)\" could be taken for "
                + owner)
        let listed = try await world.latchkey("providers").output.split(separator: "\n")
        #expect(listed.contains { $0.contains("org.example.other") && $0.contains("disabled") })
    }
}
