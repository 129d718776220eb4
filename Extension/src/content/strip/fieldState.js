// Says at the field that the strip is open, for screen readers: the field is a combobox whose list is expanded.
//
// The page can see these attributes. They tell it nothing new, since it can already see the strip's host. A password field
// keeps its role, which conceals what is typed, and a field on which the page has set such an attribute is not changed.

/** @type {Readonly<Record<string, string>>} */
const attributes = { role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "true" };
/** Attributes of a field that belongs to a list of the page. */
const pagesOwn = [...Object.keys(attributes), "aria-controls", "aria-owns", "aria-autocomplete", "list"];

/** The field of the open strip. @type {HTMLInputElement | null} */
let marked = null;
let isChangedByPage = false;
const observer = new MutationObserver(() => isChangedByPage = true);

/** @param {Element} field */
export function markOpen(field) {
    markClosed();
    if (!(field instanceof HTMLInputElement) || field.type === "password") return;
    if (pagesOwn.some((name) => field.hasAttribute(name))) return;
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    [marked, isChangedByPage] = [field, false];
    observer.observe(field, { attributeFilter: Object.keys(attributes) });
}

export function markClosed() {
    const field = marked;
    observer.disconnect();
    marked = null;
    if (field === null) return;
    for (const [name, value] of Object.entries(attributes)) if (field.getAttribute(name) === value) field.removeAttribute(name);
}

/**
 * Whether the page has its own list at a field, which receives the keys.
 *
 * @param {Element} field
 */
export function hasOwnList(field) {
    if (observer.takeRecords().length > 0) isChangedByPage = true;
    const isOurs = field === marked && !isChangedByPage;
    return !isOurs && field.getAttribute("aria-expanded") === "true" || field instanceof HTMLInputElement && field.list !== null;
}
