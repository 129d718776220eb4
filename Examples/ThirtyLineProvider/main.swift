import AuthenticationServices
import LatchkeyProvider

/// A provider with one login, which is never locked.
final class DemoViewController: ASCredentialProviderViewController {
    private let login = ASPasswordCredential(user: "demo", password: "correct horse battery staple")

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        extensionContext.completeRequest(withSelectedCredential: login)
    }

    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        let rows = [Sheet.Row("demo", title: login.user, subtitle: "for demo.example")]
        sheet = Sheet(title: "Demo", elements: [Sheet.Element("logins", .list(Sheet.List(rows)))])
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard case .rowChosen = event.action else { return }
        extensionContext.completeRequest(withSelectedCredential: login)
    }

    override func prepareInterfaceForExtensionConfiguration() {
        let site = ASCredentialServiceIdentifier(identifier: "demo.example", type: .domain)
        let identities: [any ASCredentialIdentity] = [
            ASPasswordCredentialIdentity(serviceIdentifier: site, user: login.user, recordIdentifier: "1")
        ]
        Task {
            try? await ASCredentialIdentityStore.shared.saveCredentialIdentities(identities)
            extensionContext.completeExtensionConfigurationRequest()
        }
    }
}

await ProviderMain.run { DemoViewController() }
