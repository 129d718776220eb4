import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyCore

/// What becomes of a login's one-time code.
enum CodeChange {
    case set(OneTimeCodeSecret)
    case remove

    var stored: Secret? { if case .set(let code) = self { code.address } else { nil } }
}

/// The one-time codes that a person brings: typed, from a descriptor, or in the picture of a QR code.
struct BroughtCodes {
    /// Several only where another app's whole list was in the picture.
    let codes: [OneTimeCodeSecret]

    /// Gets what the options name; nothing where they name none.
    ///
    /// - Throws: A sentence about what is no code.
    static func collect(_ options: LoginOptions) async throws -> BroughtCodes? {
        if let image = options.qr { return try await read(QRImage.oneTimeCodes(in: image)) }
        let text: Secret
        if let descriptor = options.codeFd {
            text = try Prompt.secret(fromDescriptor: descriptor)
        } else if options.code {
            text = try await Prompt.secret("One-time code (otpauth address or secret): ").orThrow(Sentences.codeMissing)
        } else {
            return nil
        }
        return text.isEmpty ? BroughtCodes(codes: []) : try read([text])
    }

    /// The one code that a single login takes; a removal where it was left empty.
    func change() throws -> CodeChange {
        guard let first = codes.first else { return .remove }
        guard codes.count == 1 else { throw Sentences.severalCodes(codes.count) }
        return .set(first)
    }

    private static func read(_ texts: [Secret]) throws -> BroughtCodes {
        var codes: [OneTimeCodeSecret] = []
        var migrations: [GoogleAuthenticatorMigration] = []
        for text in texts {
            do throws(OneTimeCodeError) {
                codes.append(try OneTimeCodeSecret(parsing: text))
            } catch .severalAccounts {
                migrations.append(try migration(text))
            } catch {
                throw Sentences.noCode(error)
            }
        }
        for migration in migrations {
            codes += migration.accounts
            for refusal in migration.refusals {
                VaultProgram.console.note("\(refusal.name) was left out: \(Sentences.sentence(of: refusal.reason))")
            }
        }
        let missing = GoogleAuthenticatorMigration.missingParts(among: migrations)
        if !missing.isEmpty {
            let numbers = missing.map { String($0 + 1) }.joined(separator: ", ")
            VaultProgram.console.note("the other app shows further pictures; add them, too: \(numbers)")
        }
        guard !codes.isEmpty else { throw Sentences.noCode(.notACode) }
        return BroughtCodes(codes: codes)
    }

    private static func migration(_ text: Secret) throws -> GoogleAuthenticatorMigration {
        do throws(OneTimeCodeError) {
            return try GoogleAuthenticatorMigration(parsing: text)
        } catch {
            throw Sentences.noCode(error)
        }
    }
}
