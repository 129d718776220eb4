// As on Apple's platforms, a provider only needs to import AuthenticationServices.
@_exported public import Foundation
@_exported public import LatchkeySheet

// For SymmetricKey, the type of PRF outputs. On Apple's platforms it is in CryptoKit, which does not exist on Linux.
// The entire module, since the compiler re-exports a single type without its initializers.
@_exported public import Crypto
