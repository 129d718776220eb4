import AuthenticationServices
import Foundation
import LatchkeyWire

// Conversions between the protocol's and Apple's types, without any decisions.

extension ServiceIdentifier {
    init(_ identifier: ASCredentialServiceIdentifier) {
        let type: Kind =
            switch identifier.type {
            case .domain: .domain
            case .URL: .url
            case .app: .app
            }
        self.init(type: type, identifier: identifier.identifier, displayName: identifier.displayName)
    }

    var appleIdentifier: ASCredentialServiceIdentifier {
        let type: ASCredentialServiceIdentifier.IdentifierType =
            switch type {
            case .domain: .domain
            case .url: .URL
            case .app: .app
            }
        guard let displayName else { return ASCredentialServiceIdentifier(identifier: identifier, type: type) }
        return ASCredentialServiceIdentifier(identifier: identifier, type: type, displayName: displayName)
    }
}

extension CredentialIdentity {
    /// Makes an identity from Apple's class; `nil` for an unknown class.
    init?(_ identity: any ASCredentialIdentity) {
        switch identity {
        case let password as ASPasswordCredentialIdentity:
            self.init(
                kind: .password, serviceIdentifier: ServiceIdentifier(password.serviceIdentifier), user: password.user,
                recordIdentifier: password.recordIdentifier, rank: password.rank, detail: password.detail)
        case let code as ASOneTimeCodeCredentialIdentity:
            self.init(
                kind: .code, serviceIdentifier: ServiceIdentifier(code.serviceIdentifier), user: code.label,
                recordIdentifier: code.recordIdentifier, rank: code.rank, detail: code.detail)
        case let passkey as ASPasskeyCredentialIdentity:
            self.init(
                kind: .passkey,
                serviceIdentifier: ServiceIdentifier(type: .domain, identifier: passkey.relyingPartyIdentifier),
                user: passkey.userName, recordIdentifier: passkey.recordIdentifier, rank: passkey.rank,
                credentialID: Array(passkey.credentialID), userHandle: Array(passkey.userHandle),
                detail: passkey.detail, isHidden: passkey.isHidden, displayName: passkey.displayName,
                lastUse: passkey.lastUsed.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) })
        default:
            return nil
        }
    }

    var appleIdentity: any ASCredentialIdentity {
        switch kind {
        case .password:
            return applePasswordIdentity
        case .code:
            return appleCodeIdentity
        case .passkey:
            let identity = applePasskeyIdentity
            identity.rank = rank
            identity.detail = detail
            return identity
        }
    }

    private var applePasswordIdentity: ASPasswordCredentialIdentity {
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: serviceIdentifier.appleIdentifier, user: user, recordIdentifier: recordIdentifier)
        identity.rank = rank
        identity.detail = detail
        return identity
    }

    private var appleCodeIdentity: ASOneTimeCodeCredentialIdentity {
        let identity = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: serviceIdentifier.appleIdentifier, label: user, recordIdentifier: recordIdentifier)
        identity.rank = rank
        identity.detail = detail
        return identity
    }

    /// The request for this identity; `nil` for a passkey, whose requests need more data.
    var appleRequest: (any ASCredentialRequest)? {
        switch kind {
        case .password: ASPasswordCredentialRequest(credentialIdentity: applePasswordIdentity)
        case .code: ASOneTimeCodeCredentialRequest(credentialIdentity: appleCodeIdentity)
        case .passkey: nil
        }
    }
}

extension SavePasswordRequest {
    var appleRequest: ASSavePasswordRequest {
        let event: ASSavePasswordRequest.Event =
            switch event {
            case .userInitiated: .userInitiated
            case .formDidDisappear: .formDidDisappear
            case .generatedPasswordFilled: .generatedPasswordFilled
            }
        let credential = ASPasswordCredential(user: user, password: password)
        let service = serviceIdentifier.appleIdentifier
        let kind = passwordKind.map { ASGeneratedPassword.Kind(rawValue: $0) }
        return switch (title, kind) {
        case (let title?, let kind?):
            ASSavePasswordRequest(
                serviceIdentifier: service, credential: credential, title: title, sessionID: sessionID, event: event,
                passwordKind: kind)
        case (let title?, nil):
            ASSavePasswordRequest(
                serviceIdentifier: service, credential: credential, title: title, sessionID: sessionID, event: event)
        case (nil, let kind?):
            ASSavePasswordRequest(
                serviceIdentifier: service, credential: credential, sessionID: sessionID, event: event,
                passwordKind: kind)
        case (nil, nil):
            ASSavePasswordRequest(
                serviceIdentifier: service, credential: credential, sessionID: sessionID, event: event)
        }
    }
}

extension GeneratePasswordsRequest {
    var appleRequest: ASGeneratePasswordsRequest {
        ASGeneratePasswordsRequest(
            serviceIdentifier: serviceIdentifier.appleIdentifier,
            passwordFieldPasswordRules: passwordFieldPasswordRules,
            confirmPasswordFieldPasswordRules: confirmPasswordFieldPasswordRules,
            passwordRulesFromQuirks: passwordRulesFromQuirks)
    }
}

extension ProviderAnswer {
    init(_ answer: ExtensionAnswer) {
        self =
            switch answer {
            case .password(let credential): .password(user: credential.user, password: credential.password)
            case .oneTimeCode(let credential): .oneTimeCode(credential.code, expiresIn: ProcessLink.codeExpiresIn)
            case .text(let text): .text(text)
            case .passwordSaved: .passwordSaved
            case .generatedPasswords(let passwords):
                .generatedPasswords(passwords.map { GeneratedPassword(kind: $0.kind.rawValue, value: $0.value) })
            case .configured: .configured
            case .passkeyAssertion(let credential): .passkeyAssertion(PasskeyAssertion(credential))
            case .passkeyRegistration(let credential): .passkeyRegistration(PasskeyRegistration(credential))
            case .cancelled(let error): Self.cancelled(with: error as NSError)
            }
    }

    private static func cancelled(with error: NSError) -> ProviderAnswer {
        // Only texts that the provider gave: Foundation would make up a `localizedDescription`.
        let reasons = [
            error.localizedFailureReason, error.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String,
            error.userInfo[NSLocalizedDescriptionKey] as? String,
        ]
        return .cancelled(
            domain: error.domain, code: error.code,
            explanation: reasons.lazy.compactMap {
                ProviderExplanation(reason: $0, suggestion: error.localizedRecoverySuggestion)
            }.first)
    }
}
