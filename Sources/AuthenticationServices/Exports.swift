// A provider imports AuthenticationServices alone, as on Apple's platforms, where the framework brings these along.
@_exported public import Foundation
@_exported public import LatchkeySheet

// For SymmetricKey, the type of pseudo-random function outputs. On Apple's platforms a provider imports CryptoKit beside
// this module; on Linux there is none to import. The compiler re-exports a single type of a module only by name, without
// its initializers, so the whole of swift-crypto is passed on.
@_exported public import Crypto
