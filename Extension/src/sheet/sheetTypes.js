// A provider's sheet, what goes around it, and what happens to it: Schemas/sheet.json in JSDoc.

/**
 * @typedef {object} Row
 * @property {string} identifier
 * @property {string} title
 * @property {string | undefined} [subtitle]
 * @property {string | undefined} [iconName] `key`, `passkey`, `code`, `globe`, `person` or `folder`; others are not shown
 * @property {string | undefined} [badge]
 * @property {"disclosure" | "details" | "checkmark" | undefined} [accessory]
 *
 * @typedef {{title: string, firstRow: number}} Section
 * @typedef {{identifier: string, title: string}} Option
 */

/**
 * @typedef {{id: string, kind: "message", level: "info" | "warning" | "error", text: string}} MessageElement
 * @typedef {{id: string, kind: "header", title: string}} HeaderElement
 * @typedef {{id: string, kind: "text", text: string, style: "body" | "note" | "monospaced"}} TextElement
 * @typedef {"plain" | "userName" | "url" | "email" | "number" | "oneTimeCode"} Purpose
 *
 * @typedef {object} TextFieldElement
 * @property {string} id
 * @property {"textField"} kind
 * @property {string} label
 * @property {string} value
 * @property {Purpose} purpose
 * @property {boolean} reportsChanges
 * @property {string | undefined} [placeholder]
 *
 * @typedef {{id: string, kind: "secureField", label: string, placeholder?: string | undefined}} SecureFieldElement
 * @typedef {{id: string, kind: "searchField", value: string, placeholder?: string | undefined}} SearchFieldElement
 *
 * @typedef {object} ListElement
 * @property {string} id
 * @property {"list"} kind
 * @property {number} rowCount
 * @property {number} offset the index, in the whole list, of the first row carried
 * @property {Row[]} rows
 * @property {Section[]} sections those that begin in the window, and the one that its first row belongs to
 * @property {string | undefined} [emptyText]
 *
 * @typedef {{id: string, kind: "toggle", label: string, isOn: boolean}} ToggleElement
 *
 * @typedef {object} PickerElement
 * @property {string} id
 * @property {"picker"} kind
 * @property {string} label
 * @property {Option[]} options
 * @property {string | undefined} [selection]
 *
 * @typedef {object} ButtonElement
 * @property {string} id
 * @property {"button"} kind
 * @property {string} title
 * @property {"normal" | "default" | "destructive" | "cancel"} role
 * @property {boolean} submits
 * @property {boolean} isEnabled
 *
 * @typedef {{id: string, kind: "progress", label: string, counter: number, fraction?: number | undefined}} ProgressElement
 *
 * @typedef {object} CodeElement
 * @property {string} id
 * @property {"code"} kind
 * @property {string} label
 * @property {string} code
 * @property {number | undefined} [period]
 * @property {number | undefined} [timeLeft] seconds when the sheet was made
 *
 * @typedef {{id: string, kind: "strength", score: number, label: string}} StrengthElement
 *
 * @typedef {MessageElement | HeaderElement | TextElement | TextFieldElement | SecureFieldElement | SearchFieldElement
 *   | ListElement | ToggleElement | PickerElement | ButtonElement | ProgressElement | CodeElement
 *   | StrengthElement} SheetElement
 */

/**
 * @typedef {object} Sheet
 * @property {string} title
 * @property {SheetElement[]} elements
 * @property {string | undefined} [cancelTitle]
 * @property {string | undefined} [defaultButton]
 * @property {string | undefined} [focus]
 *
 * @typedef {object} Frame what the agent says around a provider's sheet
 * @property {string} providerName
 * @property {{kind: "site" | "program", name: string}} requester
 * @property {string | undefined} [icon] a PNG in base64
 * @property {string | undefined} [color] `#rrggbb`
 * @property {string | undefined} [word]
 * @property {"copy" | "reveal" | undefined} [purpose] what becomes of what is chosen, where that is no fill; the extension's word
 * @property {boolean | undefined} [isOwn] the extension asks itself; the agent's frames never say so
 * @property {string | undefined} [topOrigin] the origin of the page around the site that asks, where it is another; the
 *   extension's word
 * @property {("elsewhere" | "never")[] | undefined} [alternatives] what the extension offers beside every sheet
 */

/**
 * @typedef {object} ListDifference
 * @property {number} rowCount
 * @property {number} offset
 * @property {Row[]} before
 * @property {number} keptFrom
 * @property {number} keptCount
 * @property {Row[]} after
 * @property {Section[] | undefined} [sections] missing where they have not changed
 * @property {string | undefined} [emptyText]
 *
 * @typedef {{kind: "sheet", sheet: Sheet}
 *   | {kind: "title", title: string}
 *   | {kind: "cancelTitle", title?: string | undefined}
 *   | {kind: "defaultButton" | "focus", identifier?: string | undefined}
 *   | {kind: "element", element: SheetElement}
 *   | {kind: "window", identifier: string, list: ListDifference}
 *   | {kind: "order", order: string[]}} Change
 *
 * @typedef {{changes: Change[]}} Difference
 */

/**
 * @typedef {{element: string, kind: "text" | "secure", text: string}
 *   | {element: string, kind: "toggle", isOn: boolean}
 *   | {element: string, kind: "choice", option?: string | undefined}} SubmittedValue
 *
 * @typedef {{kind: "submitted", element: string, values: SubmittedValue[]}
 *   | {kind: "textChanged" | "searched", element: string, text: string}
 *   | {kind: "rowChosen" | "accessoryPressed", element: string, row: string}
 *   | {kind: "pressed", element: string}
 *   | {kind: "toggled", element: string, isOn: boolean}
 *   | {kind: "picked", element: string, option: string}
 *   | {kind: "scrolled", element: string, offset: number, count: number}
 *   | {kind: "alternative", alternative: string}
 *   | {kind: "cancelled"}} SheetEvent
 */

/**
 * What an element's drawing is to the sheet that it stands in.
 *
 * @typedef {object} ElementView
 * @property {HTMLElement} node
 * @property {HTMLElement | null} target what takes the focus; null where nothing can be done
 * @property {(element: SheetElement) => void} update shows the element as it is now
 * @property {() => boolean} [hasSecret] whether anything stands in a secure field
 * @property {() => string} [takeSecret] gives what was typed into a secure field, and forgets it
 * @property {() => void} [submitted] the provider now knows what was typed
 * @property {() => void} [close] forgets what was typed, and ends what runs by itself
 * @property {(event: KeyboardEvent) => boolean} [handleKey] a key pressed in the element; true when it was used
 */

/**
 * What an element's drawing can do to the sheet that it stands in.
 *
 * @typedef {object} ViewContext
 * @property {(event: SheetEvent) => void} send
 * @property {(key: string, ...values: string[]) => string} text a string of `_locales`
 * @property {(identifier: string, change: Partial<SheetElement>) => void} keep lets the sheet hold what was typed
 * @property {(identifier: string) => void} press
 * @property {(words: string, isUrgent?: boolean) => void} announce says something to a screen reader, when it has time
 *   or at once
 * @property {() => ListView | null} searchedList the list that the arrow keys of a search field move in
 * @property {() => void} searched the lists begin anew
 * @property {(hasText: boolean) => void} typed something was typed into a secure field, or all of it has gone
 */

/**
 * @typedef {object} ListMembers
 * @property {HTMLElement} listbox
 * @property {() => number} rowCount
 * @property {() => void} restart goes back to the first row
 * @property {(listener: () => void) => void} onSelection tells when another row is the chosen one
 * @property {() => string | null} activeDescendant
 *
 * @typedef {ElementView & ListMembers} ListView
 */

export {};
