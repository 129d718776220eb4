/// The reason why a sheet, a difference or an event is rejected.
public enum SheetError: Error, Hashable, Sendable {
    /// An element's identifier is not 1 to 128 ASCII letters, digits and `.-_:`.
    case invalidElementIdentifier
    /// An item's identifier is empty, longer than 256 bytes, or has control characters.
    case invalidItemIdentifier
    /// A text is longer than ``SheetLimits`` allows; the member's name.
    case tooLong(String)
    /// An array has more entries than ``SheetLimits`` allows; the member's name.
    case tooMany(String)
    /// Two elements of a sheet have this identifier.
    case duplicateElement(ElementIdentifier)
    /// A list's offset, rows or sections are outside of the list.
    case windowOutsideList
    /// A number is outside of its range or not finite; the member's name.
    case outOfRange(String)
    /// This version does not know the `kind`.
    case unknownKind(String)
    /// The difference was made for another sheet.
    case differenceDoesNotFit
    /// A color is not `#` and six hexadecimal digits.
    case invalidColor
}
