import Glibc
import Testing

@testable import LatchkeySystem

@Suite struct SystemCallFilterTests {
    @Test(arguments: SystemCallFilter.refused + SystemCallFilter.allowedToOwnProvider)
    func `names only calls that libseccomp knows`(name: String) {
        #expect(SystemCallFilter.number(of: name) != nil)
    }

    @Test func `allows our own provider no call that it refuses to others`() {
        let allowed = SystemCallFilter.allowedToOwnProvider
        #expect(Set(allowed).isDisjoint(with: SystemCallFilter.refused))
        #expect(Set(allowed).isDisjoint(with: ["clone", "clone3", "fork", "vfork", "ioctl", "socket", "socketpair"]))
        #expect(Set(allowed).isDisjoint(with: ["connect", "bind", "listen", "accept", "accept4", "execveat"]))
        #expect(Set(allowed).count == allowed.count)
    }

    @Test(arguments: SandboxPolicy.SystemCalls.allCases)
    func `each filter file holds the whole filter`(calls: SandboxPolicy.SystemCalls) throws {
        let program = try SystemCallFilter.program(calls)
        // An instruction has 8 bytes; the kernel accepts 4096 instructions.
        #expect(program.count % 8 == 0 && (8...8 * 4_096).contains(program.count))
        for _ in 0..<2 {
            let file = try SystemCallFilter.file(calls)
            var bytes = [UInt8](repeating: 0, count: program.count + 1)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
            #expect(Array(bytes.prefix(max(count, 0))) == program)
        }
    }
}
