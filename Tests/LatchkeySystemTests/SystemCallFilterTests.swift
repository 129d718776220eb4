import Glibc
import Testing

@testable import LatchkeySystem

@Suite struct SystemCallFilterTests {
    @Test(arguments: SystemCallFilter.refused) func `refuses only calls that libseccomp knows`(name: String) {
        #expect(SystemCallFilter.number(of: name) != nil)
    }

    @Test func `each filter file holds the whole filter`() throws {
        let program = try SystemCallFilter.program()
        // An instruction has 8 bytes; the kernel accepts 4096 instructions.
        #expect(program.count % 8 == 0 && (8...8 * 4_096).contains(program.count))
        for _ in 0..<2 {
            let file = try SystemCallFilter.file()
            var bytes = [UInt8](repeating: 0, count: program.count + 1)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
            #expect(Array(bytes.prefix(max(count, 0))) == program)
        }
    }
}
