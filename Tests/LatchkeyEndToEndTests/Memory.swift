import Foundation

/// Another process's memory, as root can read it.
enum Memory {
    /// The mappings of a process in which a secret is, or a part of it, in any of the forms that messages give it.
    ///
    /// Reads every mapping, whatever its permissions: the kernel lets root read through all of them.
    static func places(of secret: Data, in process: Int32) async throws -> [String] {
        let search = try await Program(
            ["/usr/bin/python3", "-c", program, "\(process)", secret.base64EncodedString()], environment: [:]
        ).end()
        guard search.status == 0 else { throw World.NotReady(what: search.error) }
        return search.output.split(separator: "\n").map(String.init)
    }

    /// Not in Swift, where a debug build searches for minutes.
    private static let program = """
        import base64, sys
        secret = base64.b64decode(sys.argv[2])
        # The middle, since a copy may have lost its ends: as it is, and as base64 wherever that begins.
        third = len(secret) // 3
        forms = {secret[third:third + max(third, 8)]}
        for start in range(3):
            text = base64.b64encode(secret[start:][:(len(secret) - start) // 3 * 3])
            middle = text[len(text) // 4:][:len(text) // 2]
            # A JSON encoder may write it in the second way.
            forms |= {middle, middle.replace(b"/", b"\\\\/")}
        with open(f"/proc/{sys.argv[1]}/mem", "rb", 0) as memory, open(f"/proc/{sys.argv[1]}/maps") as maps:
            for line in maps.read().splitlines():
                start, end = (int(number, 16) for number in line.split()[0].split("-"))
                tail = b""
                while start < end:
                    try:
                        memory.seek(start)
                        read = memory.read(min(1 << 20, end - start))
                    except (OSError, OverflowError):
                        # Guard pages and the kernel's own; what lies above a file's offsets is the kernel's, too.
                        start, tail = start + 4096, b""
                        continue
                    if not read: break
                    if any(form in tail + read for form in forms):
                        print(line)
                        break
                    start, tail = start + len(read), read[-200:]
        """
}
