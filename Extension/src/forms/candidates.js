/**
 * The cheap look: may this field, or anything in this page, be a credential field at all?
 *
 * Needs no other module, no layout and no text of the page, so that a loader can ask it before anything else is
 * loaded. It says yes too often (a search field by the name of `user` is one), and never no to what
 * `classify` would take.
 */

/** Types of an input that can hold a user name, a password or a code. */
const typable = new Set(["text", "email", "password", "tel", "number", "url", "search"]);

/**
 * Whether a field may be a credential field: an input that takes text. A disabled or read-only one counts: it shows
 * whose password is asked for.
 * @param {unknown} node
 * @returns {node is HTMLInputElement}
 */
export function isCandidate(node) {
    const element = /** @type {Partial<HTMLInputElement> | null} */ (node);
    return element !== null && typeof element === "object" && element.localName === "input" &&
        typeof element.type === "string" && typable.has(element.type);
}

/**
 * The fields below a root that may be credential fields, in document order, open shadow roots included.
 * @param {Document | ShadowRoot | Element} root
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @param {number} [limit]  stops after so many; 1 answers "is there any?"
 * @returns {HTMLInputElement[]}
 */
export function candidates(root, shadowRootOf = (host) => host.shadowRoot, limit = Infinity) {
    /** @type {HTMLInputElement[]} */
    const found = [];
    collect(root, shadowRootOf, limit, found, 0);
    return found;
}

/** How deep shadow roots may be nested before we stop looking. */
const deepest = 16;

/**
 * @param {Document | ShadowRoot | Element} root
 * @param {(host: Element) => ShadowRoot | null} shadowRootOf
 * @param {number} limit
 * @param {HTMLInputElement[]} found
 * @param {number} depth
 */
function collect(root, shadowRootOf, limit, found, depth) {
    for (const element of root.querySelectorAll("*")) {
        if (found.length >= limit) return;
        if (element.localName === "input") {
            if (isCandidate(element)) found.push(element);
        } else if (depth < deepest && mayHost(element)) {
            const shadow = shadowRootOf(element);
            if (shadow !== null) collect(shadow, shadowRootOf, limit, found, depth + 1);
        }
    }
}

/** Elements of HTML itself that can have a shadow root; all others need a hyphen in their name. */
const builtInHosts = new Set([
    "article",
    "aside",
    "blockquote",
    "body",
    "div",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "main",
    "nav",
    "p",
    "section",
    "span",
]);

/**
 * Whether an element can have a shadow root at all.
 * @param {Element} element
 */
export function mayHost(element) {
    return element.localName.includes("-") || builtInHosts.has(element.localName);
}
