import Foundation
import Glibc
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite struct `Digests of a provider's bundle` {
    private let folder: TemporaryFolder
    private let bundle: URL

    init() throws {
        folder = try TemporaryFolder()
        bundle = try folder.addBundle("First.appex", list: infoPropertyList(["CFBundleIconFile": "icon.png"]))
        try Data("picture".utf8).write(to: bundle.appending(path: "icon.png"))
        try FileManager.default.createDirectory(
            at: bundle.appending(path: "lib"), withIntermediateDirectories: false)
        try Data("library".utf8).write(to: bundle.appending(path: "lib/libpart.so"))
    }

    private func registry(
        files: BundleFiles = .system, now: @escaping @Sendable () -> Date = { .distantFuture }
    ) -> ProviderRegistry {
        ProviderRegistry(folders: [folder.url.path], files: files, now: now)
    }

    private func state(_ registry: ProviderRegistry? = nil) async throws -> BundleState {
        let registry = registry ?? self.registry()
        return try await registry.state(of: #require(try registry.bundle(.first)))
    }

    /// Files that count reads.
    private func counting(_ paths: Collected<String>) -> BundleFiles {
        var files = BundleFiles.system
        let digest = files.digest
        files.digest = { path, limit in
            paths.append(path)
            return digest(path, limit)
        }
        return files
    }

    /// A file system in which the user can write nothing.
    private var systemFiles: BundleFiles {
        var files = BundleFiles.system
        files.isWritable = { _ in false }
        return files
    }

    @Test func `names the writable folder above a file that cannot be read, and how to mend it`() async throws {
        var files = systemFiles
        let path = folder.url.path
        files.isWritable = { $0 == path }
        let digest = files.digest
        files.digest = { $0.hasSuffix("/provider") ? nil : digest($0, $1) }
        let problem = await #expect(throws: ProviderProblem.self) { try await state(registry(files: files)) }
        #expect(problem == .unreadableBelowWritable(file: "provider", folder: path))
        #expect(problem?.sentence.hasSuffix("; you can write \(path)") == true)
        #expect(
            problem?.hint(for: "/a b/First.appex")
                == "run \"sudo chmod a+r '/a b/First.appex/provider'\", or install it into a prefix of root, such as "
                + "/usr/local")
    }

    @Test(arguments: ["Info.plist", "provider", "icon.png", "lib/libpart.so"])
    func `a bundle digest changes with the content of each file`(name: String) async throws {
        let before = try await state().digest
        let file = try FileHandle(forWritingTo: bundle.appending(path: name))
        try file.seekToEnd()
        try file.write(contentsOf: Data(" ".utf8))
        try file.close()
        #expect(try await state().digest != before)
    }

    @Test func `a bundle digest changes with an added, removed or renamed file`() async throws {
        let before = try await state().digest
        let added = bundle.appending(path: "lib/extra.so")
        try Data("library".utf8).write(to: added)
        let after = try await state().digest
        #expect(after != before)
        try FileManager.default.moveItem(at: added, to: bundle.appending(path: "lib/other.so"))
        #expect(try await ![before, after].contains(state().digest))
        try FileManager.default.removeItem(at: bundle.appending(path: "lib/other.so"))
        #expect(try await state().digest == before)
    }

    @Test func `digests the executable and the icon separately`() async throws {
        let state = try await state()
        #expect(state.executableDigest == "3da6c261bfe40db528123bf675982cea94016fe260c49482998e310f8b30fcf6")
        #expect(state.iconDigest == BundleDigests.digest(of: Data("picture".utf8)))
    }

    @Test func `a file that the user cannot read is accepted only in a bundle that only root can write`() async throws {
        var files = systemFiles
        let digest = files.digest
        files.digest = { path, limit in path.hasSuffix("/provider") ? nil : digest(path, limit) }
        let before = try await state(registry(files: files))
        #expect(try await state(registry(files: files)) == before)
        try Data("#!/bin/longer".utf8).write(to: bundle.appending(path: "provider"))
        let after = try await state(registry(files: files))
        #expect(after.executableDigest != before.executableDigest && after.digest != before.digest)
        files.isWritable = BundleFiles.system.isWritable
        let registry = registry(files: files)
        let problem = await #expect(throws: ProviderProblem.self) { try await state(registry) }
        #expect(
            problem.map { if case .unreadableBelowWritable = $0 { true } else { false } } == true, "\(problem as Any)")
    }

    @Test func `reads each file of a bundle once until it changes`() async throws {
        let counted = Collected<String>()
        let registry = registry(files: counting(counted))
        let first = try await state(registry)
        #expect(try await state(registry) == first)
        #expect(counted.values.count == 4)
        // The same length and modification time.
        let file = bundle.appending(path: "provider")
        let time = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate])
        try Data("#!/bin/evil".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755, .modificationDate: time], ofItemAtPath: file.path)
        #expect(try await state(registry).executableDigest != first.executableDigest)
        #expect(counted.values.count == 5 && counted.values.last == file.path)
    }

    @Test func `does not cache the digest of a file that has just changed`() async throws {
        let counted = Collected<String>()
        let registry = registry(files: counting(counted), now: { Date() })
        _ = try await (state(registry), state(registry))
        #expect(counted.values.count == 8)
    }

    // MARK: Rejected bundles

    @Test(arguments: ["link", "lib/link"], ["/bin/true", "/usr", "/nowhere", "provider"])
    func `rejects a symbolic link in a bundle that the user can write`(name: String, target: String) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: bundle.path + "/" + name, withDestinationPath: target)
        await #expect(throws: ProviderProblem.notAFile(name)) { try await state() }
        // The system's bundles have links of their own.
        _ = try await state(registry(files: systemFiles))
    }

    @Test func `rejects an executable that became a link`() async throws {
        let registry = registry()
        let read = try #require(try registry.bundle(.first))
        let file = bundle.appending(path: "provider")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: URL(fileURLWithPath: "/bin/true"))
        await #expect(throws: ProviderProblem.notAFile("provider")) { try await registry.state(of: read) }
    }

    @Test(arguments: ["a\nb", "a\\b"]) func `rejects a file name that sha256sum escapes`(name: String) async throws {
        try Data().write(to: bundle.appending(path: name))
        await #expect(throws: ProviderProblem.notAFile(name)) { try await state() }
    }

    /// The loader opens files by their bytes, so the digest must not leave out a name.
    @Test func `rejects a file name that is not UTF-8`() async throws {
        var path = Array((bundle.path + "/lib/x").utf8CString)
        path[path.count - 2] = CChar(bitPattern: 0xFF)
        #expect(unsafe mknod(path, S_IFREG | 0o600, 0) == 0)
        await #expect(throws: ProviderProblem.self) { try await state() }
    }

    @Test func `limits a bundle's bytes, files and depth`() async throws {
        var files = BundleFiles.system
        files.status = { path in
            var found = BundleFiles.system.status(path)
            if path.hasSuffix("lib/libpart.so") { found?.size = (512 << 20) + 1 }
            return found
        }
        await #expect(throws: ProviderProblem.bundleTooLarge(bundle.path)) { try await state(registry(files: files)) }
        files = BundleFiles.system
        files.names = { path in
            path.hasSuffix("/lib") ? (0..<5000).map { "\($0)" } : BundleFiles.system.names(path)
        }
        files.status = { path in
            BundleFiles.system.status(
                path.contains("/lib/") ? URL(filePath: path).deletingLastPathComponent().path : path)
        }
        await #expect(throws: ProviderProblem.bundleTooLarge(bundle.path)) { try await state(registry(files: files)) }
        let deep = bundle.appending(path: (0..<32).map { "\($0)" }.joined(separator: "/"))
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        await #expect(throws: ProviderProblem.bundleTooLarge(bundle.path)) { try await state() }
        #expect(BundleFiles.system.digest(bundle.path + "/provider", 10) == nil)
        #expect(BundleFiles.system.digest(bundle.path + "/provider", 11) != nil)
    }

    @Test(arguments: ["", "/First.appex/Info.plist", "/First.appex/lib", "/First.appex/lib/libpart.so"])
    func `detects whether the user can write any file of a bundle`(writable: String) async throws {
        let path = folder.url.path + writable
        var files = BundleFiles.system
        files.isWritable = { $0 == path }
        #expect(try await state(registry(files: files)).isUserWritable)
        #expect(try await !state(registry(files: systemFiles)).isUserWritable)
    }
}
