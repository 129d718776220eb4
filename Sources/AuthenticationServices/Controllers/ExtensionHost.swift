internal import Foundation

/// How a provider ended a request.
///
/// - Note: Its description shows no secret.
package enum ExtensionAnswer: @unchecked Sendable, CustomStringConvertible {
    // `@unchecked`: some of Apple's credential classes are not Sendable; what is carried here are copies of our own.
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

/// The process around a provider, where its answers go.
///
/// Every call of the context arrives here, also a second one: that a request ends once is for the host to see to.
package protocol ExtensionRequestHost: AnyObject, Sendable {
    /// Takes an answer.
    ///
    /// Once the answer is captured the host calls the handler with `false`; where that runs too long, again with `true`.
    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?)
}

/// The host of a context that belongs to no request: it says so, and goes on.
final class NoRequestHost: ExtensionRequestHost {
    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let line = "latchkey: warning: a provider answered without a request (\(answer))\n"
        FileHandle.standardError.write(Data(line.utf8))
        completionHandler?(true)
    }
}
