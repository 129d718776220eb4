import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

enum PassProperties {
    /// Each entry of a store is one row: a refusal, or a login whose password is exactly the file's first line.
    ///
    /// The second import of a store changes nothing.
    ///
    /// - Parameter bytes: The path, a NUL, and the file's content.
    static func check(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let (path, text) = (String(decoding: parts[0], as: UTF8.self), parts.count > 1 ? Array(parts[1]) : [])
        let store = PassStore([
            PassStore.Entry(path: path, text: .success(Secret(copying: text))),
            PassStore.Entry(path: path, text: .failure(.notDecrypted)),
        ])
        let rows = rows(of: store)
        precondition(rows.map(\.line) == [1, 2], "the rows are not one for each entry")
        guard case .login(let login) = rows[0].content else { return }
        var first = text.prefix { $0 != UInt8(ascii: "\n") }
        if first.last == UInt8(ascii: "\r") { first.removeLast() }
        precondition(
            login.password == (first.isEmpty ? nil : Secret(copying: first)), "the password is not the first line")
        precondition(login.title == path || path.isEmpty, "the title is not the path")
        precondition(String(validating: text, as: UTF8.self) != nil, "a file with invalid UTF-8 was accepted")
        checkImport(store)
    }

    private static func rows(of store: PassStore) -> [ImportedRow] {
        var rows: [ImportedRow] = []
        var source = ByteSource([])
        do {
            try store.read(&source) { rows.append($0) }
        } catch {
            preconditionFailure("reading throws an error: \(error)")
        }
        return rows
    }

    private static func checkImport(_ store: PassStore) {
        do {
            let vault = try UnlockedVault.inMemory()
            func run() throws -> ImportReport {
                var source = ByteSource([])
                return try LoginImport.run(&source, of: store, into: vault)
            }
            let (first, second) = (try run(), try run())
            precondition(first.added + first.refusedCount == 2, "a row is missing")
            precondition(second.same == first.added, "the second import changed the vault")
        } catch {
            preconditionFailure("importing throws an error: \(error)")
        }
    }
}
