import AuthenticationServices

// Patterns 10 and 11: Apple's error codes, in and out.

extension ASExtensionError.Code: CustomStringConvertible {
    public var description: String {
        switch self {
        case .failed: return "failed"
        case .userCanceled: return "canceled"
        case .userInteractionRequired: return "interaction"
        case .credentialIdentityNotFound: return "not found"
        case .matchedExcludedCredential: return "excluded"
        @unknown default: return "unknown"
        }
    }
}

public func code(of error: Error) -> ASExtensionError.Code? {
    ASExtensionError.Code(rawValue: (error as NSError).code)
}

public class CancellingProvider: ASCredentialProviderViewController {
    override public func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        cancelRequest(.credentialIdentityNotFound)
    }

    override public func prepareInterfaceForExtensionConfiguration() {
        extensionContext.cancelRequest(
            withError: NSError(
                domain: ASExtensionErrorDomain, code: ASExtensionError.failed.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "set up the app first"]))
    }

    /// An error of a domain of the app's own.
    override public func prepareInterfaceForUserChoosingTextToInsert() {
        extensionContext.cancelRequest(withError: NSError(domain: "PassExtension", code: 0, userInfo: nil))
    }

    private func cancelRequest(_ code: ASExtensionError.Code) {
        let error = ASExtensionError(code)
        extensionContext.cancelRequest(withError: error as Error)
    }
}
