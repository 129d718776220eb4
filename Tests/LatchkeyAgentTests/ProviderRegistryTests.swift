import Foundation
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Provider registry` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func registry(_ folders: String..., files: BundleFiles = .system) -> ProviderRegistry {
        let paths = folders.isEmpty ? [folder.url.path] : folders.map { folder.url.appending(path: $0).path }
        return ProviderRegistry(folders: paths, files: files, now: { .distantFuture })
    }

    private func problems() -> [ProviderProblem] {
        registry().current.bundles.flatMap(\.problems)
    }

    private func reasons() -> [String] {
        registry().current.unreadable.map(\.reason)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `reads a provider bundle`(format: PropertyListSerialization.PropertyListFormat) throws {
        let application = ["Name": "Example Passwords", "Program": "example-passwords", "Icon": "example"]
        let path = try folder.addBundle(
            "First.appex",
            list: infoPropertyList(
                ["LatchkeyContainingApplication": application, "CFBundleDisplayName": "Extension"], format: format)
        ).path
        let bundle = try #require(try registry().bundle(.first))
        #expect(bundle.name == "Example Passwords")
        #expect(bundle.path == path && bundle.executable == path + "/provider")
        #expect(bundle.containingApplication.program == "example-passwords")
        #expect(bundle.problems == [] && bundle.capabilities == ProviderCapabilities(attributes: nil))
        #expect(registry().current.unreadable == [])
    }

    @Test(arguments: [
        (["CFBundleDisplayName": "A", "CFBundleName": "B"], "A"),
        (["CFBundleDisplayName": "$(DISPLAY)", "CFBundleName": "B"], "B"),
        (["CFBundleName": "${PRODUCT_NAME}"], "com.example.first"),
        (["CFBundleDisplayName": "line\nbreak"], "com.example.first"),
        (["CFBundleDisplayName": ""], "com.example.first"),
    ])
    func `uses the first meaningful name of a bundle`(names: [String: String], expected: String) throws {
        try folder.addBundle("First.appex", list: infoPropertyList(names))
        #expect(try registry().bundle(.first)?.name == expected)
    }

    @Test func `uses the first bundle of an identifier and lists the other`() throws {
        try folder.addBundle("Zebra.appex", in: "home", list: infoPropertyList(["CFBundleName": "mine"]))
        try folder.addBundle("Apple.appex", in: "system", list: infoPropertyList(["CFBundleName": "theirs"]))
        let registry = registry("home", "missing", "system")
        #expect(registry.current.bundles.map(\.name) == ["mine"])
        #expect(registry.current.unreadable.map(\.path) == [folder.url.path + "/system/Apple.appex"])
        let first = folder.url.path + "/home/Zebra.appex"
        #expect(
            registry.current.unreadable.map(\.reason) == ["the bundle of the same identifier at \(first) comes first"])
    }

    @Test(arguments: [false, true])
    func `a user's bundle replaces no installed bundle of our own identifier`(isUserOwnOnly: Bool) throws {
        let own = "org.latchkey.vault.provider"
        try folder.addBundle("Latchkey.appex", in: "home", list: infoPropertyList(["CFBundleIdentifier": own]))
        try folder.addBundle("Vault.appex", in: "system", list: infoPropertyList(["CFBundleIdentifier": own]))
        let (mine, theirs) = (folder.url.path + "/home/Latchkey.appex", folder.url.path + "/system/Vault.appex")
        var files = BundleFiles.system
        let userFolder = folder.url.path + (isUserOwnOnly ? "/home" : "")
        files.isWritable = { $0.hasPrefix(userFolder) }
        let listing = registry("home", "system", files: files).current
        // If the user can write both, the first one counts as for other identifiers.
        #expect(listing.bundles.map(\.path) == [isUserOwnOnly ? theirs : mine])
        #expect(listing.unreadable.map(\.path) == [isUserOwnOnly ? mine : theirs])
    }

    @Test func `accepts links to bundles, and ignores other files`() throws {
        try folder.addBundle("Real.appex", in: "elsewhere", list: infoPropertyList())
        let here = folder.url.appending(path: "here")
        try FileManager.default.createDirectory(at: here, withIntermediateDirectories: true)
        let link = here.appending(path: "Link.appex")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.url.appending(path: "elsewhere/Real.appex"))
        try FileManager.default.createSymbolicLink(
            at: here.appending(path: "Loop.appex"), withDestinationURL: here.appending(path: "Loop.appex"))
        try FileManager.default.createSymbolicLink(
            at: here.appending(path: "Gone.appex"), withDestinationURL: here.appending(path: "nothing"))
        try Data("x".utf8).write(to: here.appending(path: "File.appex"))
        try Data("x".utf8).write(to: here.appending(path: "README"))
        let registry = registry("here")
        #expect(registry.current.bundles.map(\.path) == [folder.url.path + "/elsewhere/Real.appex"])
        #expect(registry.current.unreadable == [])
    }

    @Test func `finds added bundles, and forgets removed ones`() throws {
        let registry = registry()
        #expect(registry.current == .init())
        let bundle = try folder.addBundle("First.appex", list: infoPropertyList())
        registry.reload()
        #expect(registry.current.bundles.count == 1)
        try FileManager.default.removeItem(at: bundle)
        registry.reload()
        #expect(registry.current.bundles.isEmpty)
    }

    // MARK: Problems

    @Test func `lists a bundle without a usable property list`() throws {
        try folder.addBundle("A.appex", list: nil)
        try folder.addBundle("B.appex", list: Data("garbage".utf8))
        try folder.addBundle("C.appex", list: Data(count: 262_145))
        try folder.addBundle("D.appex", list: infoPropertyList(["CFBundleIdentifier": Optional<Any>.none]))
        try folder.addBundle("E.appex", list: infoPropertyList(["CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)"]))
        try folder.addBundle("F.appex", list: infoPropertyList(["CFBundleIdentifier": "../../evil"]))
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "G.appex/Info.plist"), withIntermediateDirectories: true)
        #expect(
            reasons() == [
                "there is no Info.plist",
                "Info.plist is not a property list of a sensible size and shape",
                "Info.plist is not a property list of a sensible size and shape",
                "Info.plist has no CFBundleIdentifier",
                "CFBundleIdentifier \"$(PRODUCT_BUNDLE_IDENTIFIER)\" is not letters, digits, dots and hyphens",
                "CFBundleIdentifier \"../../evil\" is not letters, digits, dots and hyphens",
                "Info.plist is not a property list of a sensible size and shape",
            ])
        #expect(registry().current.bundles == [])
    }

    @Test func `reports a bundle that is not a credential provider`() throws {
        try folder.addBundle(
            "First.appex", list: infoPropertyList(["NSExtension": ["NSExtensionPointIdentifier": "x"]]))
        #expect(problems() == [.notACredentialProvider])
    }

    @Test(arguments: ["../outside", "/bin/true", "a/../../outside", ".", "", "link", "folder-link/outside"])
    func `rejects an executable outside of the bundle`(name: String) throws {
        let bundle = try folder.addBundle("First.appex", list: infoPropertyList(["CFBundleExecutable": name]))
        let outside = folder.url.appending(path: "outside")
        try Data("#!/bin/true".utf8).write(to: outside)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: outside.path)
        try FileManager.default.createSymbolicLink(at: bundle.appending(path: "link"), withDestinationURL: outside)
        try FileManager.default.createSymbolicLink(
            at: bundle.appending(path: "folder-link"), withDestinationURL: folder.url)
        #expect(problems() == [name.isEmpty ? .noExecutable : .executableOutside(name)])
        #expect(registry().current.bundles.map(\.executable) == [nil])
    }

    @Test func `follows a link inside of the bundle`() throws {
        let bundle = try folder.addBundle("First.appex", list: infoPropertyList(["CFBundleExecutable": "link"]))
        try FileManager.default.createSymbolicLink(
            at: bundle.appending(path: "link"), withDestinationURL: bundle.appending(path: "provider"))
        #expect(try registry().bundle(.first)?.executable == bundle.path + "/provider")
    }

    @Test func `reports the problem of an executable`() throws {
        try folder.addBundle("First.appex", list: infoPropertyList(), executable: nil)
        #expect(problems() == [.executableMissing("provider")])
        try folder.addBundle("First.appex", list: infoPropertyList(), mode: 0o644)
        #expect(problems() == [.executableUnusable("provider")])
        let file = folder.url.appending(path: "First.appex/provider")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(problems() == [.executableUnusable("provider")])
        try folder.addBundle("First.appex", list: infoPropertyList(["CFBundleExecutable": 7]), executable: nil)
        #expect(problems() == [.noExecutable])
    }

    // MARK: Who can write

    @Test(arguments: ["", "/First.appex", "/First.appex/provider"])
    func `detects whether the user can replace the executable`(writable: String) throws {
        try folder.addBundle("First.appex", list: infoPropertyList())
        let path = folder.url.path + writable
        var files = BundleFiles.system
        files.isWritable = { $0 == path }
        #expect(try registry(files: files).bundle(.first)?.isUserWritable == true)
        files.isWritable = { $0 == path + "/other" }
        #expect(try registry(files: files).bundle(.first)?.isUserWritable == false)
    }
}
