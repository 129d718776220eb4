import Foundation
import LatchkeyWire

extension ProviderBundle {
    /// Reads the bundle in a folder.
    ///
    /// - Throws: The problem of a bundle without an identifier; all others are added to ``problems``.
    init(reading folder: String, files: BundleFiles) throws(ProviderProblem) {
        let path = files.resolved(folder)
        let list = try Self.propertyList(in: path, files: files)
        guard let identifier = list.text("CFBundleIdentifier") else { throw .noIdentifier }
        guard let id = try? ProviderIdentifier(identifier) else { throw .invalidIdentifier(identifier) }
        var problems: [ProviderProblem] = []

        let plugIn = list.dictionary("NSExtension")
        if plugIn?.text("NSExtensionPointIdentifier") != Self.extensionPoint {
            problems.append(.notACredentialProvider)
        }

        var executable: String?
        do throws(ProviderProblem) {
            executable = try Self.executable(named: list.text("CFBundleExecutable"), in: path, files: files)
        } catch {
            problems.append(error)
        }

        let application = list.dictionary("LatchkeyContainingApplication")
        self.init(
            id: id,
            name: application?.title("Name") ?? list.title("CFBundleDisplayName") ?? list.title("CFBundleName")
                ?? identifier,
            path: path,
            executable: executable,
            icon: Self.icon(named: list.title("CFBundleIconFile"), in: path, files: files),
            containingApplication: ContainingApplication(
                name: application?.title("Name"), program: application?.title("Program"),
                icon: application?.title("Icon")),
            capabilities: ProviderCapabilities(attributes: plugIn?.dictionary("NSExtensionAttributes")),
            isUserWritable: Self.isWritable(executable ?? path, files: files),
            problems: problems)
    }

    private static let extensionPoint = "com.apple.authentication-services-credential-provider-ui"

    private static func propertyList(in path: String, files: BundleFiles) throws(ProviderProblem) -> InfoPropertyList {
        let file = files.resolved(path + "/Info.plist")
        guard let status = files.status(file) else { throw .noInfoPropertyList }
        // Reading a FIFO would block.
        guard status.kind == .file, status.size <= PropertyListLimits.maximumSize,
            let bytes = files.read(file, PropertyListLimits.maximumSize),
            bytes.count <= PropertyListLimits.maximumSize, let list = InfoPropertyList(bytes)
        else { throw .unreadableInfoPropertyList }
        return list
    }

    private static func executable(
        named name: String?, in folder: String, files: BundleFiles
    ) throws(ProviderProblem) -> String {
        guard let name else { throw .noExecutable }
        guard let path = inside(name, of: folder, files: files) else { throw .executableOutside(name) }
        guard let status = files.status(path) else { throw .executableMissing(name) }
        guard status.kind == .file, files.isExecutable(path) else { throw .executableUnusable(name) }
        return path
    }

    private static func icon(named name: String?, in folder: String, files: BundleFiles) -> String? {
        guard let name, let path = inside(name, of: folder, files: files) else { return nil }
        return files.status(path)?.kind == .file ? path : nil
    }

    /// The target of a relative path with links resolved; `nil` if it is outside of the folder.
    private static func inside(_ name: String, of folder: String, files: BundleFiles) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        let path = files.resolved(folder + "/" + name)
        return path.utf8.starts(with: (folder + "/").utf8) ? path : nil
    }

    /// Whether the user can write the path or one of its parent folders, and so replace the executable.
    private static func isWritable(_ path: String, files: BundleFiles) -> Bool {
        var path = path[...]
        while true {
            if files.isWritable(path.isEmpty ? "/" : String(path)) { return true }
            guard let slash = path.lastIndex(of: "/") else { return false }
            path = path[..<slash]
        }
    }
}
