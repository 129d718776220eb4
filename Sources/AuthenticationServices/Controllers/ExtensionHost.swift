internal import Foundation

/// The way in which a provider ended a request.
///
/// - Note: Its description contains no secret.
package enum ExtensionAnswer: @unchecked Sendable, CustomStringConvertible {
    // `@unchecked`: some of Apple's credential classes are not Sendable; only copies are passed here.
    case password(ASPasswordCredential)
    case passkeyAssertion(ASPasskeyAssertionCredential)
    case passkeyRegistration(ASPasskeyRegistrationCredential)
    case oneTimeCode(ASOneTimeCodeCredential)
    case text(String)
    case passwordSaved
    case generatedPasswords([ASGeneratedPassword])
    case configured
    case cancelled(any Error)

    package var description: String {
        switch self {
        case .password: "password"
        case .passkeyAssertion: "passkey assertion"
        case .passkeyRegistration: "passkey registration"
        case .oneTimeCode: "one-time code"
        case .text: "text"
        case .passwordSaved: "password saved"
        case .generatedPasswords(let passwords): "\(passwords.count) generated passwords"
        case .configured: "configured"
        case .cancelled(let error): "cancelled: \((error as NSError).domain) \((error as NSError).code)"
        }
    }
}

/// The process around a provider, which receives the provider's answers.
///
/// Every call of the context arrives here, also a second one. The host ensures that only the first has an effect.
package protocol ExtensionRequestHost: AnyObject, Sendable {
    /// Receives an answer.
    ///
    /// The host calls the handler with `false` when it has the answer. If the handler takes too long, the host calls it
    /// again with `true`.
    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?)
}

/// The host of a context without a request; it prints a warning.
final class NoRequestHost: ExtensionRequestHost {
    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let line = "latchkey: warning: a provider answered without a request (\(answer))\n"
        FileHandle.standardError.write(Data(line.utf8))
        completionHandler?(true)
    }
}
