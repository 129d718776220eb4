/// The archives that password managers export, and the one file in each that is the export.
enum ZippedExport {
    /// The names of such files, without folders: 1Password's, Proton Pass's, Dashlane's.
    private static let names = ["export.data", "data.json", "credentials.csv"]
    /// Proton Pass's, encrypted by OpenPGP.
    private static let encryptedNames = ["data.pgp"]

    /// Puts the export in the place of the archive that it lies in.
    static func open(_ source: inout ByteSource) throws {
        let archive = try ZipArchive(try source.readAll())
        func file(_ names: [String]) -> ZipArchive.File? {
            names.lazy.compactMap { name in
                archive.files.first { $0.name == name || $0.name.hasSuffix("/\(name)") }
            }.first
        }
        if let file = file(names) {
            source = ByteSource(try archive.unpack(file))
        } else {
            throw file(encryptedNames) == nil ? ExchangeError.archive(.noExport) : ExchangeError.encryptedForAccount
        }
    }
}
