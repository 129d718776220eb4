import LatchkeyPasswords
import LatchkeySystem
import LatchkeyVault

extension OneTimeCodeError {
    /// The text for a sheet.
    var sentence: String {
        switch self {
        case .timeOutOfRange: "This computer’s clock is wrong. One-time codes need the correct time."
        case .counterExhausted: "This code’s counter is used up. Set up the code again at the site."
        default: "The stored one-time code is not valid. Set up the code again at the site."
        }
    }
}

extension VaultError {
    /// The text for a sheet: what happened, and what to do.
    var sentence: String {
        switch self {
        case .wrongPassphrase: "That is not the passphrase. Try again."
        case .wrongRecoveryCode: "That is not this vault’s recovery code."
        case .wrongVaultKey: "The vault was locked. Unlock it again."
        case .noSuchSlot: "This vault has no passphrase. Use its recovery code."
        case .damaged: "The vault is damaged. Restore it from a backup."
        case .changedUnderneath(.notComparable):
            "Latchkey’s record of the vault’s latest state cannot be read. Run “latchkey-vault accept”."
        case .changedUnderneath: "The vault’s file was replaced by another copy. Check which copy is current."
        case .notAVault: "The vault’s file is not a vault. Restore it from a backup."
        case .alreadyExists: "There is already a vault."
        case .olderFormat: "The vault is in an older format. Run “latchkey-vault status”."
        case .newerFormat: "A newer Latchkey wrote this vault. Update Latchkey to open it."
        case .recordNotFound, .recordRemoved: "This login is no longer in the vault."
        case .recordNotRemoved: "This login is not in the bin."
        case .recordChanged: "This login was changed in the meantime. Open it again."
        case .tooLarge: "A value is too long for a login."
        case .unknownData: "A newer Latchkey wrote a part of this vault. Update Latchkey."
        case .tooManyMarks: "A letter in this login has too many accents."
        case .inboxFull: "The inbox is full. Unlock the vault first."
        case .keyDerivationRefused:
            "The vault’s key-derivation settings exceed Latchkey’s limits. Restore it from a backup."
        case .keyDerivationFailed: "There was not enough memory to unlock the vault. Close a program and try again."
        case .storage(let failure): failure.sentence
        }
    }
}

extension RecoveryCode.Mistake {
    /// The text for a sheet: what is wrong with the typed code.
    var sentence: String {
        switch self {
        case .tooShort(let missing): "The code is \(missing) characters too short."
        case .tooLong(let excess): "The code is \(excess) characters too long."
        case .unknownCharacter(let position): "Character \(position + 1) is not used in recovery codes."
        case .typo(let position?): "Character \(position + 1) is wrong."
        case .typo(nil): "Several characters are wrong."
        }
    }
}

extension StorageFailure {
    fileprivate var sentence: String {
        switch self {
        case .full: "The disk is full. Nothing was changed."
        case .busy: "Another program is using the vault. Try again in a moment."
        case .readOnly: "The vault’s file cannot be written."
        case .outOfMemory: "There was not enough memory. Close a program and try again."
        case .inputOutput, .cannotOpen, .other: "The vault’s file cannot be read or written. Nothing was changed."
        }
    }
}

extension VaultFileReport {
    /// The report in whole sentences, for a sheet.
    var text: String { Self.sentence(sentence) + " " + Self.sentence(hint) }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

extension UserNameChangeRefusal {
    var sentence: String {
        switch self {
        case .notByUser: "The user has not confirmed the new user name."
        case .unknownLogin: "The vault has no login of this site with the previous user name."
        case .nameTaken: "The vault has another login of this site with the new user name."
        }
    }
}
