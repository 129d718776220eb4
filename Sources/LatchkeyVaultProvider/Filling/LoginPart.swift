import LatchkeyProvider
import LatchkeyVault

/// The part of a login that a request asks for.
package enum LoginPart: Hashable, Sendable {
    case password
    case code

    /// Whether a login has this part, and a form accepts it.
    func isIn(_ overview: Overview) -> Bool {
        guard overview.kind == .login else { return false }
        return switch self {
        case .password: overview.contents.contains(.password) && !overview.contents.contains(.authenticationType)
        case .code: overview.contents.contains(.oneTimeCode)
        }
    }
}

// Texts of sheets.
extension LoginPart {
    /// Such as "the password of alice"; without the user if `user` is empty.
    func phrase(of user: String) -> String {
        let name = self == .code ? "the code" : "the password"
        return user.isEmpty ? name : "\(name) of \(user)"
    }

    /// Why a list asks to unlock the vault.
    func reasonToList(for page: String?, _ purpose: RequestOrigin.Purpose) -> String {
        let page = page.map { " for \($0)" } ?? ""
        let choice = "Unlock the vault to choose a \(self == .code ? "code" : "login")\(page)"
        guard purpose != .fill else { return choice + "." }
        return "\(choice) and \(purpose.verb) \(self == .code ? "it" : "its password")."
    }

    /// The text of a list without rows.
    var emptyText: String { self == .code ? "No login has a code yet." : "There are no logins yet." }
}
