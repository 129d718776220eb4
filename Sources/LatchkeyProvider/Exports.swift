// `Keychain` takes and returns `Secret`, so a provider that imports this module needs no other.
@_exported public import LatchkeyCore
