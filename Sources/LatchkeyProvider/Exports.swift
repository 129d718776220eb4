// `Keychain` takes and returns `Secret`.
@_exported public import LatchkeyCore
