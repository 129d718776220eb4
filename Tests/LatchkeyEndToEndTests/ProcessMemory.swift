import Foundation

/// The memory of another process; needs root.
enum ProcessMemory {
    /// Searches a process for secrets; returns the mappings that contain each secret, by its name.
    ///
    /// Searches for the middle part of each secret, as bytes and as base64. Reads every page, whatever its permissions.
    static func mappings(of secrets: [String: Data], in process: Int32) async throws -> [String: [String]] {
        let words = secrets.map { "\($0)=\($1.base64EncodedString())" }
        let search = try await Program(
            ["/usr/bin/python3", "-c", program, "\(process)"] + words, environment: [:]
        ).end()
        guard search.status == 0 else { throw World.SetUpError(reason: search.error) }
        return search.output.split(separator: "\n").reduce(into: [:]) { mappings, line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            mappings[parts[0], default: []].append(parts[1])
        }
    }

    /// Python, because a debug build of Swift searches for minutes.
    private static let program = """
        import array, base64, re, sys
        def forms(secret):
            # The middle, because a partial overwrite may have removed the ends: as bytes, and as base64 at each offset.
            third = len(secret) // 3
            yield secret[third:third + max(third, 8)]
            for start in range(3):
                text = base64.b64encode(secret[start:][:(len(secret) - start) // 3 * 3])
                middle = text[len(text) // 4:][:len(text) // 2]
                # JSON encoders may escape the slash.
                yield from (middle, middle.replace(b"/", b"\\\\/"))
        secrets = {}
        for word in sys.argv[2:]:
            name, _, text = word.partition("=")
            secrets[name] = set(forms(base64.b64decode(text)))
        everything = re.compile(b"|".join(re.escape(form) for own in secrets.values() for form in own))
        process, page = sys.argv[1], 4096
        def runs(first, last):
            # Skips pages that are neither in memory nor in swap: stacks and arenas reserve gigabytes of them.
            pages.seek(first // page * 8)
            there = array.array("Q", pages.read((last - first) // page * 8))
            start = None
            for index, entry in enumerate([*there, 0]):
                if entry >> 62:
                    if start is None: start = index
                elif start is not None:
                    yield first + start * page, first + index * page
                    start = None
        def search(line, start, end):
            tail = b""
            while start < end:
                try:
                    memory.seek(start)
                    read = memory.read(min(1 << 20, end - start))
                except OSError:
                    # A guard page, or a page of the kernel.
                    start, tail = start + page, b""
                    continue
                if not read: return
                if everything.search(tail + read):
                    for name, own in secrets.items():
                        if any(form in tail + read for form in own): found.add(f"{name}:{line}")
                start, tail = start + len(read), read[-200:]
        found = set()
        with (open(f"/proc/{process}/mem", "rb", 0) as memory, open(f"/proc/{process}/pagemap", "rb", 0) as pages,
              open(f"/proc/{process}/maps") as maps):
            for line in maps.read().splitlines():
                start, end = (int(number, 16) for number in line.split()[0].split("-"))
                # Addresses above the largest file offset belong to the kernel.
                if end >> 63: continue
                for run in runs(start, end): search(line, *run)
        for place in sorted(found): print(place)
        """
}
