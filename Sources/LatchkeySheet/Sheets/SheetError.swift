/// Why a sheet, a difference or an event is refused.
public enum SheetError: Error, Hashable, Sendable {
    /// Not one to 128 letters, digits and `.-_:`.
    case invalidElementIdentifier
    /// Empty, longer than 256 bytes, or with control characters.
    case invalidItemIdentifier
    /// A text is longer than ``SheetLimits`` allows; the member's name.
    case tooLong(String)
    /// An array has more entries than ``SheetLimits`` allows; the member's name.
    case tooMany(String)
    /// Two elements of a sheet have one identifier.
    case duplicateElement(ElementIdentifier)
    /// A window's offset, rows or sections do not lie within the list.
    case windowOutsideList
    /// A number is negative, not finite or beyond its range; the member's name.
    case outOfRange(String)
    /// A `kind` that this version does not know.
    case unknownKind(String)
    /// The difference was made for another sheet.
    case differenceDoesNotFit
    /// Not `#` and six hexadecimal digits.
    case invalidColor
}
