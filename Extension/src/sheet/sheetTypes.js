// Types of sheets, their frames and their events: Schemas/sheet.json in JSDoc.

/**
 * @typedef {object} Row
 * @property {string} identifier
 * @property {string} title
 * @property {string | undefined} [subtitle]
 * @property {string | undefined} [iconName] `key`, `passkey`, `code`, `globe`, `person` or `folder`; others are ignored
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
 * @property {number} offset the index of the first loaded row in the whole list
 * @property {Row[]} rows
 * @property {Section[]} sections those that begin in the window, and the one of its first row
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
 * @property {number | undefined} [timeLeft] seconds left when the sheet was made
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
 * @typedef {object} Frame the agent's information about a sheet's provider and requester
 * @property {string} providerName
 * @property {{kind: "site" | "program", name: string}} requester
 * @property {string | undefined} [icon] a PNG in base64
 * @property {string | undefined} [color] `#rrggbb`
 * @property {string | undefined} [word]
 * @property {"copy" | "reveal" | undefined} [purpose] how the result is used if it is not filled; set by the extension
 * @property {boolean | undefined} [isOwn] whether the extension itself asks; the agent must not set it
 * @property {string | undefined} [topOrigin] the top origin if it differs from the requester's; set by the extension
 * @property {("elsewhere" | "never")[] | undefined} [alternatives] buttons that the extension adds; set by the extension
 */

/**
 * @typedef {object} ListDifference
 * @property {number} rowCount
 * @property {number} offset
 * @property {Row[]} before
 * @property {number} keptFrom
 * @property {number} keptCount
 * @property {Row[]} after
 * @property {Section[] | undefined} [sections] missing if unchanged
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
 * The view of an element in a sheet.
 *
 * @typedef {object} ElementView
 * @property {HTMLElement} node
 * @property {HTMLElement | null} target the node that takes the focus; `null` for a read-only element
 * @property {(element: SheetElement) => void} update shows the element as it is now
 * @property {() => boolean} [hasSecret] whether a secure field has text
 * @property {() => string} [takeSecret] returns a secure field's text, and clears it
 * @property {() => void} [submitted] called when the values were submitted
 * @property {() => void} [close] clears typed text, and stops timers
 * @property {(event: KeyboardEvent) => boolean} [handleKey] handles a key in the element; returns whether it was used
 */

/**
 * What an element's view uses of its sheet.
 *
 * @typedef {object} ViewContext
 * @property {(event: SheetEvent) => void} send
 * @property {(key: string, ...values: string[]) => string} text returns a string of `_locales`
 * @property {(identifier: string, change: Partial<SheetElement>) => void} keep stores typed text in the sheet
 * @property {(identifier: string) => void} press
 * @property {(words: string, isUrgent?: boolean) => void} announce announces a text to screen readers
 * @property {() => ListView | null} searchedList the list that the arrow keys of a search field move in
 * @property {() => void} searched the lists return to their first row
 * @property {(hasText: boolean) => void} typed called when a secure field's text changes
 */

/**
 * @typedef {object} ListMembers
 * @property {HTMLElement} listbox
 * @property {() => number} rowCount
 * @property {() => void} restart goes back to the first row
 * @property {(listener: () => void) => void} onSelection calls the listener when another row is selected
 * @property {() => string | null} activeDescendant
 *
 * @typedef {ElementView & ListMembers} ListView
 */

export {};
