import AuthenticationServices
import Foundation
import Glibc
import LatchkeyProvider

/// Tests what the provider's sandbox allows.
enum SandboxProbe {
    static var container: String { ProcessInfo.processInfo.environment["HOME"] ?? "" }

    /// Tries each access and returns `name:result` pairs, separated by spaces.
    static func report() async -> String {
        let containers = URL(filePath: container).deletingLastPathComponent()
        let other = container.hasSuffix("second") ? "org.example.first" : "org.example.second"
        let home = containers.deletingLastPathComponent().deletingLastPathComponent()
        let own = await ASCredentialIdentityStore.shared.credentialIdentities(
            forService: nil, credentialIdentityTypes: .all)
        let foreign = own.filter { $0.serviceIdentifier.identifier.hasSuffix("-second.example") }
        return [
            "network:\(connects())",
            "token:\(canRead(container + "/.latchkey-token"))",
            "other-token:\(canRead(containers.appending(path: "\(other)/.latchkey-token").path))",
            "home:\(canRead(home.path + "/private.txt"))",
            "processes:\(processes())",
            "environment:\(ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("PLANTED") }.count)",
            "own:\(own.isEmpty ? 0 : 1)", "foreign:\(foreign.count)", "starts:\(startsProcess())",
        ].joined(separator: " ")
    }

    /// Starts a process that outlives the provider.
    static func leaveProcess() {
        _ = unsafe system("setsid --fork sleep 3600")
    }

    /// Creates a file in the container for each call, so that tests know about it.
    static func noteAsked(_ behaviour: Behaviour) {
        let name = "asked-\(behaviour.name)-\(UUID().uuidString)"
        _ = FileManager.default.createFile(atPath: container + "/" + name, contents: nil)
    }

    private static func canRead(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path) != nil
    }

    private static func processes() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.count
    }

    private static func startsProcess() -> Bool { unsafe system("true") == 0 }

    /// Whether a socket can connect to an address of the documentation network (RFC 5737), which no host has.
    private static func connects() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(53).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("192.0.2.1")
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
