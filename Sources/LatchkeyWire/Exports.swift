// Messages hold identities, grades and provider identifiers, so a file that imports the messages needs these types too.
@_exported public import LatchkeyCore
