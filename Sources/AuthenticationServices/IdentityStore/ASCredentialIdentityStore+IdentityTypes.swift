extension ASCredentialIdentityStore {
    /// Kinds of identity; none stands for every kind.
    public struct IdentityTypes: OptionSet, Sendable {
        public static var all: IdentityTypes { [] }
        public static let password = IdentityTypes(rawValue: 1)
        public static let passkey = IdentityTypes(rawValue: 2)
        public static let oneTimeCode = IdentityTypes(rawValue: 4)

        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }
    }
}
