import AuthenticationServices

// Distinguishing requests by type and by class.

public final class SwitchingProvider: ASCredentialProviderViewController {
    public override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        switch credentialRequest.type {
        case .password:
            extensionContext.completeRequest(withSelectedCredential: .init(user: "by type", password: ""))
        case .oneTimeCode:
            extensionContext.completeOneTimeCodeRequest(using: .init(code: "by type"))
        default:
            extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        }
    }

    public override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        switch credentialRequest {
        case let request as ASPasskeyCredentialRequest:
            let isSignIn = request.type == .passkeyAssertion && !request.supportedAlgorithms.contains(.ES256)
            extensionContext.completeRequest(withTextToInsert: isSignIn ? inputs(of: request) : "registration")
        case is ASOneTimeCodeCredentialRequest:
            extensionContext.completeOneTimeCodeRequest(using: .init(code: "by class"))
        default:
            extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
    }

    private func inputs(of request: ASPasskeyCredentialRequest) -> String {
        switch request.extensionInput {
        case .none: return "none"
        case .assertion(let input): return "salt \(input.prf?.inputValues?.saltInput1.count ?? 0)"
        case .registration: return "registration"
        @unknown default: return "unknown"
        }
    }
}

/// The text to search for a service identifier.
public func searchText(for identifier: ASCredentialServiceIdentifier) -> String {
    switch identifier.type {
    case .domain: return "https://" + identifier.identifier
    case .URL: return identifier.identifier
    case .app: return identifier.displayName ?? identifier.identifier
    @unknown default: return ""
    }
}

extension ASCredentialRequestType: @retroactive CustomStringConvertible {
    public var description: String { "request type \(rawValue)" }
}
