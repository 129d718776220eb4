import Foundation
import Testing

/// A provider that needs a shared library which its sandbox does not have.
@Suite struct MissingLibraryTests {
    @Test(
        .enabled(if: !BuiltPrograms.areReleased, "released programs contain Swift's libraries"), arguments: World.users)
    func `enabling a provider names a library that it cannot load`(user: UInt32?) async throws {
        let world = try await World(user: user)
        try await world.startAgent()
        let bundle = try makeBundle(in: world.path)
        #expect(try await world.latchkey("providers", "add", bundle).status == 0)
        let refused = try await world.latchkey("providers", "enable", "--yes", Self.identifier)
        // The lines before show path and digest.
        let last = refused.errorLines.suffix(2)
        #expect(last.first == "latchkey: error: Lacking cannot load libswiftC0re.so in its sandbox")
        #expect(
            last.last
                == "latchkey: hint: run \"rm -rf .build\" and \"swift build --static-swift-stdlib\" in its package, "
                + "and add it again")
        #expect(refused.status == 1)
        #expect(try await world.latchkey("providers").output.contains("\(Self.identifier)") == true)
        #expect(try await world.latchkey("fill", "https://demo.example").status == 3)
    }

    private static let identifier = "org.example.lacking"

    /// The demo's bundle, with a program that needs a library which does not exist.
    private func makeBundle(in folder: String) throws -> String {
        let files = FileManager.default
        let bundle = folder + "/Lacking.appex"
        try files.copyItem(atPath: Bundles.providers + "/Demo.appex", toPath: bundle)
        let list = try String(contentsOfFile: bundle + "/Info.plist", encoding: .utf8)
            .replacing(Bundles.demo, with: Self.identifier).replacing("<string>Demo<", with: "<string>Lacking<")
        try Data(list.utf8).write(to: URL(filePath: bundle + "/Info.plist"))
        let program = bundle + "/ThirtyLineProvider"
        var bytes = try Data(contentsOf: URL(filePath: program))
        let name = try #require(bytes.range(of: Data("libswiftCore.so".utf8)))
        bytes.replaceSubrange(name, with: Data("libswiftC0re.so".utf8))
        try files.removeItem(atPath: program)
        try bytes.write(to: URL(filePath: program))
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return bundle
    }
}
