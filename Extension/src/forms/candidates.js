/**
 * A cheap test whether a field may be a credential field, or a page may contain one.
 *
 * Needs no other module, no layout and no text of the page, so that the loader can call it before anything else is
 * loaded. It has false positives, such as a search field named `user`, but accepts everything that `classify` does.
 */

/** Types of an input that can hold a user name, a password or a code. */
const typable = new Set(["text", "email", "password", "tel", "number", "url", "search"]);

/**
 * Whether a field may be a credential field: an input that takes text. Disabled and read-only fields count, since they
 * may show the account.
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
 * @param {number} [limit]  the number of fields after which to stop
 * @returns {HTMLInputElement[]}
 */
export function candidates(root, shadowRootOf = (host) => host.shadowRoot, limit = Infinity) {
    /** @type {HTMLInputElement[]} */
    const found = [];
    collect(root, shadowRootOf, limit, found, 0);
    return found;
}

/** The deepest nesting of shadow roots that is searched. */
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

/** HTML elements that can have a shadow root; all others have a hyphen in their name. */
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
 * Whether an element can have a shadow root.
 * @param {Element} element
 */
export function mayHost(element) {
    return element.localName.includes("-") || builtInHosts.has(element.localName);
}
