public import Foundation
public import LatchkeyCore

extension Secret {
    /// Copies the secret into `Data`, for an API that needs it.
    ///
    /// The copy is not overwritten when it is released.
    public func revealData() -> Data { revealBytes() }
}
