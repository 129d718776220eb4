import CLinux
import Glibc

/// The process that runs this code.
package enum CurrentProcess {
    /// Its environment variables; those that are not UTF-8 are left out.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = unsafe latchkey_environment() else { return variables }
        while let text = unsafe entry.pointee {
            if let text = unsafe String(validatingCString: text), let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                // Like getenv(3), the first of two variables of one name counts.
                if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
            }
            unsafe entry += 1
        }
        return variables
    }

    /// The folder of its executable; `nil` if `/proc` is not mounted.
    package static var executableFolder: String? {
        guard let path = FileSystem.targetOfSymbolicLink("/proc/self/exe"), let slash = path.lastIndex(of: "/") else {
            return nil
        }
        return String(path[..<slash])
    }

    package static func exit(_ status: Int32) -> Never {
        Glibc.exit(status)
    }
}
