public import Foundation

/// The window over which an interface appears; an empty class on Linux, as the agent places every sheet.
@preconcurrency @MainActor
open class ASPresentationAnchor: NSObject {}
