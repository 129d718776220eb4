// A provider imports AuthenticationServices alone, as on Apple's platforms, where the framework brings these along.
@_exported public import Foundation
@_exported public import LatchkeySheet

// The type of pseudo-random function outputs. On Linux there is no CryptoKit to import beside us; swift-crypto's is
// the same type with the same source, and nothing else of swift-crypto is passed on.
@_exported public import struct Crypto.SymmetricKey
