import AuthenticationServices

// Controllers with initializers of their own.

public class NibProvider: ASCredentialProviderViewController {
    public let origin: String

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        origin = "nib"
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) {
        origin = "coder"
        super.init(coder: coder)
    }

    override public func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.completeRequest(withSelectedCredential: .init(user: origin, password: ""))
    }
}

public class CoderOnlyProvider: ASCredentialProviderViewController {
    private var presenter: String?

    public required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        presenter = "presenter"
    }
}
