import Foundation
import LatchkeyWire
import Synchronization

@testable import LatchkeyAgent

extension TemporaryFolder {
    /// Writes a bundle with the given Info.plist.
    @discardableResult
    func addBundle(
        _ name: String, in folder: String = "", list: Data?, executable: String? = "provider", mode: Int = 0o755
    ) throws -> URL {
        let bundle = url.appending(path: folder).appending(path: name)
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try list?.write(to: bundle.appending(path: "Info.plist"))
        if let executable {
            let file = bundle.appending(path: executable)
            try Data("#!/bin/true".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        return bundle
    }
}

/// An Info.plist of one provider with all required keys.
func infoPropertyList(
    _ changes: [String: Any?] = [:], attributes: [String: Any]? = nil,
    format: PropertyListSerialization.PropertyListFormat = .xml
) throws -> Data {
    var plugIn: [String: Any] = [
        "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui"
    ]
    plugIn["NSExtensionAttributes"] = attributes
    var list: [String: Any] = [
        "CFBundleIdentifier": "com.example.first", "CFBundleExecutable": "provider", "NSExtension": plugIn,
    ]
    for (key, value) in changes { list[key] = value }
    return try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
}

/// Files in memory, with failures on request.
final class FilesInMemory: Sendable {
    struct Failure: Error {}

    private struct State {
        var files: [String: Data] = [:]
        var folders: Set<String> = []
        var isFull = false
    }

    private let state = Mutex(State())

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    subscript(path: String) -> Data? {
        get { state.withLock { $0.files[path] } }
        set { state.withLock { $0.files[path] = newValue } }
    }

    var folders: [String] { state.withLock { $0.folders.sorted() } }
    var names: [String] { state.withLock { $0.files.keys.sorted() } }

    var files: PrivateFiles {
        PrivateFiles(
            read: { path, limit in
                guard let data = self[path] else { return nil }
                guard data.count <= limit else { throw Failure() }
                return data
            },
            write: { path, data in
                guard !self.isFull else { throw Failure() }
                self[path] = data
            },
            makeFolder: { folder in self.state.withLock { _ = $0.folders.insert(folder) } },
            remove: { self[$0] = nil },
            removeFolder: { folder in
                try self.state.withLock { state in
                    guard !state.files.keys.contains(where: { $0.hasPrefix(folder + "/") }) else { throw Failure() }
                    state.folders.remove(folder)
                }
            },
            rename: { path, newPath in
                self[newPath] = self[path]
                self[path] = nil
            },
            names: { folder in
                self.state.withLock { state in
                    state.folders.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
                }
            })
    }
}

extension ProviderBundle {
    static func sample(
        _ id: ProviderIdentifier, executable: String = "/home/me/p.appex/provider", isUserWritable: Bool = true,
        problems: [ProviderProblem] = []
    ) -> ProviderBundle {
        ProviderBundle(
            id: id, name: "Sample", path: "/home/me/p.appex", executable: problems.isEmpty ? executable : nil,
            icon: nil, containingApplication: ContainingApplication(),
            capabilities: ProviderCapabilities(attributes: nil),
            isUserWritable: isUserWritable, problems: problems)
    }
}

extension BundleState {
    static func sample(_ digest: String, isUserWritable: Bool = true) -> BundleState {
        BundleState(digest: digest, executableDigest: "executable " + digest, isUserWritable: isUserWritable)
    }
}
