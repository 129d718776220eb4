import AuthenticationServices
import Foundation
package import LatchkeySystem
package import LatchkeyVault

extension VaultFile {
    /// What the file looks like from outside, with the backups beside it.
    package var report: VaultFileReport { VaultFileReport(folder: folder.path) }
}

extension VaultAccess {
    /// The state of the vault's file, where it is what an error comes from.
    ///
    /// - Parameter error: `nil` where there was no vault to open.
    /// - Returns: `nil` for an error that has another cause.
    package func report(behind error: VaultError?) -> VaultFileReport? {
        guard let report = file?.report else { return nil }
        return switch error {
        case nil, .damaged?, .notAVault?: report
        case .storage(.cannotOpen)?, .storage(.readOnly)?, .storage(.inputOutput)?:
            report.isFault && report.condition != .plausible ? report : nil
        default: nil
        }
    }

    /// A report that knows of suggestions, too, where nothing else shows that there was a vault.
    package func fullReport() async -> VaultFileReport? {
        guard var report = file?.report else { return nil }
        if report.isNew { report.hasSuggestions = await suggestions.hasAny() }
        return report
    }
}

extension VaultFileReport {
    /// The report as a sheet says it: whole sentences.
    var text: String { Self.sentence(sentence) + " " + Self.sentence(hint) }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

extension VaultViewController {
    /// What a sheet says about an error, with the state of the vault's file where that is the cause.
    func problem(_ error: VaultError?) -> String {
        if let report = access.report(behind: error) {
            return report.isNew ? "There is no vault yet. Make one with “latchkey-vault create”." : report.text
        }
        return error?.sentence ?? "There is no vault yet. Make one with “latchkey-vault create”."
    }

    /// Fails without a sheet, and lets the agent say why.
    ///
    /// - Parameter error: `nil` where there was no vault to open.
    func failUnseen(_ error: VaultError?) {
        guard var report = access.report(behind: error) else { return cancel(.failed, because: problem(error)) }
        // A login that was suggested has been in a vault.
        report.hasSuggestions = true
        cancel(.failed, because: report.sentence, suggestion: report.hint)
    }
}
