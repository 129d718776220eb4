public import Foundation

/// The connection between an extension and its host, as far as a credential provider uses it.
///
/// Foundation has this class on Apple's platforms and not on Linux. A credential provider gets the subclass
/// ``ASCredentialProviderExtensionContext``. The base class is not connected to a host.
open class NSExtensionContext: NSObject {
    /// Always empty: a credential provider receives its requests through entry methods.
    open var inputItems: [Any] { [] }

    /// Calls the completion handler with `false`, and ignores the items.
    open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {
        completionHandler?(false)
    }

    /// Does nothing; ``ASCredentialProviderExtensionContext`` overrides it.
    open func cancelRequest(withError error: any Error) {}
}
