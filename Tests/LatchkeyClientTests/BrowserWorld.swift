import Foundation
import LatchkeySystem

@testable import LatchkeyClient

/// A home folder for one test, with browsers' files.
final class BrowserWorld: Sendable {
    let path: String
    let environment: [String: String]
    let locations: Locations

    init(_ variables: [String: String] = [:]) throws {
        path = "/tmp/lk-browsers-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        try FileManager.default.createDirectory(
            atPath: path + "/home", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        environment = ["HOME": path + "/home", "XDG_RUNTIME_DIR": path + "/run"].merging(variables) { $1 }
        locations = try Locations(environment: environment)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var home: String { path + "/home" }

    /// An executable native host.
    var installation: NativeHostInstallation {
        NativeHostInstallation(locations: locations, environment: environment, program: "/bin/true")
    }

    func place(_ identifier: Browser.Identifier) -> BrowserPlace {
        BrowserPlace(Browser.named(identifier), in: locations)
    }

    func write(_ text: String, to file: String, mode: Int = 0o600) throws {
        let url = URL(filePath: path).appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    /// The relative paths of all files.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { file in
            var isFolder: ObjCBool = false
            return unsafe FileManager.default.fileExists(atPath: "\(path)/\(file)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
