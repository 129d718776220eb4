public import Foundation

/// The window over which something is to be shown: on Linux a mere sign, since sheets find their client themselves.
@preconcurrency @MainActor
open class ASPresentationAnchor: NSObject {}
