public import Foundation

/// The tie between an extension and the process that runs it, as far as a credential provider sees it.
///
/// Foundation has it on Apple's platforms and not on Linux. A credential provider gets the subclass
/// ``ASCredentialProviderExtensionContext``; on this class alone nothing waits for an answer.
open class NSExtensionContext: NSObject {
    /// Always empty: a credential provider is asked through its entry methods.
    open var inputItems: [Any] { [] }

    open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {
        completionHandler?(false)
    }

    open func cancelRequest(withError error: any Error) {}
}
