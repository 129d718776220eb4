import LatchkeyVault

/// What of a login is filled in.
package enum LoginPart: Hashable, Sendable {
    case password
    case code

    /// Whether a login has it, and a form takes it.
    func isIn(_ overview: Overview) -> Bool {
        switch self {
        case .password: overview.contents.contains(.password) && !overview.contents.contains(.authenticationType)
        case .code: overview.contents.contains(.oneTimeCode)
        }
    }
}
