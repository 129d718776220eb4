import Foundation

/// The file name of a backup, such as `vault-20260131T120000Z-import.sqlite`; a number tells backups of one second
/// apart.
struct BackupName: Comparable {
    let made: Date
    let occasion: VaultBackups.Occasion
    var number = 1

    init(made: Date, occasion: VaultBackups.Occasion) {
        self.made = Date(timeIntervalSince1970: made.timeIntervalSince1970.rounded(.down))
        self.occasion = occasion
    }

    init?(_ name: String) {
        guard name.hasPrefix("vault-"), name.hasSuffix(".sqlite") else { return nil }
        let parts = name.dropFirst("vault-".count).dropLast(".sqlite".count).split(separator: "-")
        guard parts.count == 2 || parts.count == 3,
            let made = try? Self.format.parse(String(parts[0])),
            let occasion = VaultBackups.Occasion(rawValue: String(parts[1]))
        else { return nil }
        self.init(made: made, occasion: occasion)
        guard parts.count == 3 else { return }
        guard let number = Int(parts[2]), number > 1 else { return nil }
        self.number = number
    }

    var text: String {
        let base = "vault-\(Self.format.format(made))-\(occasion.rawValue)"
        return (number > 1 ? "\(base)-\(number)" : base) + ".sqlite"
    }

    static func < (left: BackupName, right: BackupName) -> Bool {
        (left.made, left.number) < (right.made, right.number)
    }

    private static let format = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)
}
