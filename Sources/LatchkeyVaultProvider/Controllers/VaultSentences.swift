import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyVault

extension LoginPart {
    /// What of whose a question is about; logins without a user name have just the one.
    func phrase(of user: String) -> String {
        let name = self == .code ? "the code" : "the password"
        return user.isEmpty ? name : "\(name) of \(user)"
    }
}

extension LoginPart {
    /// What the vault is unlocked for where its list is opened.
    func reasonToList(for page: String?, _ purpose: RequestOrigin.Purpose) -> String {
        let page = page.map { " for \($0)" } ?? ""
        let choice = "Unlock the vault to choose a \(self == .code ? "code" : "login")\(page)"
        guard purpose != .fill else { return choice + "." }
        return "\(choice) and \(purpose.verb) \(self == .code ? "it" : "its password")."
    }
}

extension LoginPart {
    /// What a list says that has nothing in it.
    var emptyText: String { self == .code ? "No login has a code yet." : "There are no logins yet." }
}

extension OneTimeCodeError {
    /// What a sheet says about a code that cannot be computed.
    var sentence: String {
        switch self {
        case .timeOutOfRange: "This machine’s clock is wrong, and codes go by it."
        case .counterExhausted: "This code’s counter is used up. Set the code up anew at the site."
        default: "What is stored gives no code. Set the code up anew at the site."
        }
    }
}

extension VaultError {
    /// What a sheet says about it: what happened, and what to do.
    var sentence: String {
        switch self {
        case .wrongPassphrase: "That is not the passphrase. Try again."
        case .wrongRecoveryCode: "That is not this vault’s recovery code."
        case .wrongVaultKey: "The vault was locked. Unlock it again."
        case .noSuchSlot: "This vault has no passphrase. Use its recovery code."
        case .damaged: "The vault is damaged. Restore it from a backup."
        case .changedUnderneath: "Another copy of the vault has taken its place. Look which one is yours."
        case .notAVault: "The vault’s file is something else. Restore it from a backup."
        case .alreadyExists: "There is a vault already."
        case .olderFormat: "The vault is in an older format. Run “latchkey-vault status”."
        case .newerFormat: "A newer Latchkey wrote this vault. Update Latchkey to open it."
        case .recordNotFound, .recordRemoved: "This login is not in the vault any more."
        case .recordNotRemoved: "This login does not lie in the bin."
        case .recordChanged: "Somebody changed this login meanwhile. Look at it again."
        case .tooLarge: "This is longer than a login can be."
        case .tooManyMarks: "A text of this login has too many marks on one letter."
        case .inboxFull: "Too many logins wait to be taken in. Unlock the vault first."
        case .keyDerivationRefused: "The vault asks for more work than Latchkey does. Restore it from a backup."
        case .keyDerivationFailed: "There was not enough memory to unlock the vault. Close a program and try again."
        case .storage(let failure): failure.sentence
        }
    }
}

extension RecoveryCode.Mistake {
    /// What is wrong with a code as typed, so that it can be mended.
    var sentence: String {
        switch self {
        case .tooShort(let missing): "The code has \(missing) characters too few."
        case .tooLong(let excess): "The code has \(excess) characters too many."
        case .unknownCharacter(let place): "Character \(place + 1) occurs in no code."
        case .typo(let place?): "Character \(place + 1) is wrong."
        case .typo(nil): "Several characters are wrong."
        }
    }
}

extension StorageFailure {
    fileprivate var sentence: String {
        switch self {
        case .full: "The disk is full. Nothing was changed."
        case .busy: "Another program works on the vault. Try again in a moment."
        case .readOnly: "The vault’s file cannot be written."
        case .outOfMemory: "There was not enough memory. Close a program and try again."
        case .inputOutput, .cannotOpen, .other: "The vault’s file cannot be read or written. Nothing was changed."
        }
    }
}
