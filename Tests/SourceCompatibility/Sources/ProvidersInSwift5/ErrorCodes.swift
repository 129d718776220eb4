import AuthenticationServices

// Reading and making errors with Apple's codes.

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

    /// Cancels with an error of the app's own domain.
    override public func prepareInterfaceForUserChoosingTextToInsert() {
        extensionContext.cancelRequest(withError: NSError(domain: "PassExtension", code: 0, userInfo: nil))
    }

    private func cancelRequest(_ code: ASExtensionError.Code) {
        let error = ASExtensionError(code)
        extensionContext.cancelRequest(withError: error as Error)
    }
}
