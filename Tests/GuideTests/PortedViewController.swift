import AuthenticationServices

final class PortedViewController: ASCredentialProviderViewController {
    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        #if canImport(UIKit)
            showTable(for: serviceIdentifiers)
        #else
            sheet = listSheet(for: serviceIdentifiers)
        #endif
    }

    private func listSheet(for serviceIdentifiers: [ASCredentialServiceIdentifier]) -> Sheet {
        Sheet(title: "Logins", elements: [])
    }
}
