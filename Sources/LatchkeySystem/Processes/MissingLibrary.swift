import Glibc

/// The check whether a program finds its shared libraries inside a provider's sandbox.
package enum MissingLibrary {
    /// The name of the first shared library that a program cannot load inside the sandbox.
    ///
    /// Runs the dynamic loader on the program, inside the sandbox. The program's own code does not run. The loader
    /// runs audit libraries that the program names, so only bundles that the user has confirmed may be checked.
    ///
    /// - Parameter readOnlyFolders: The folders that the sandbox shows in addition to the system's and the bundle.
    /// - Returns: `nil` when no library is missing, and when the check cannot run, such as for a script.
    package static func find(executable: String, bundle: String, readOnlyFolders: [String]) async -> String? {
        guard let loader, let container = temporaryFolder() else { return nil }
        defer { FileSystem.removeTree(container) }
        let policy = SandboxPolicy(
            executable: loader, arguments: ["--list", executable], bundle: bundle, container: container,
            readOnlyFolders: readOnlyFolders)
        guard let process = try? await SandboxedProcess.start(policy) else { return nil }
        let deadline = Task {
            try await Task.sleep(for: .seconds(10))
            process.kill()
        }
        defer { deadline.cancel() }
        // The loader names the program itself when there is none.
        guard case .libraryMissing(let name) = await process.waitForEnd(), name != executable else { return nil }
        return name
    }

    /// The library that the dynamic loader names in its error message; `nil` for any other line.
    ///
    /// The name comes from the provider's executable, so only plain names are accepted.
    static func name(inError line: String) -> String? {
        guard let start = line.firstRange(of: ": error while loading shared libraries: "),
            let end = line[start.upperBound...].firstRange(of: ": cannot open shared object file")
        else { return nil }
        let name = line[start.upperBound..<end.lowerBound]
        let isPlain = name.utf8.count <= 256 && name.utf8.allSatisfy(plain.contains)
        return isPlain && !name.isEmpty ? String(name) : nil
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/".utf8)

    /// The dynamic loader of this architecture; `nil` on unsupported ones.
    private static let loader: String? = {
        #if arch(x86_64)
            "/lib64/ld-linux-x86-64.so.2"
        #elseif arch(arm64)
            "/lib/ld-linux-aarch64.so.1"
        #else
            nil
        #endif
    }()

    /// Creates an empty folder; a provider has no container before it is enabled.
    private static func temporaryFolder() -> String? {
        let parent = unsafe getenv("TMPDIR").flatMap { unsafe String(validatingCString: $0) } ?? "/tmp"
        var path = (parent + "/latchkey-XXXXXX").utf8CString
        return unsafe path.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, unsafe mkdtemp(start) != nil else { return nil }
            return unsafe String(validatingCString: start)
        }
    }
}
