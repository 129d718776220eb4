public import Foundation
public import LatchkeyCore

extension Secret {
    /// Copies the secret into `Data`, for an API that takes nothing else.
    ///
    /// The copy is not overwritten by this type.
    public func revealData() -> Data { revealBytes() }
}
