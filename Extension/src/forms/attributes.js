// Calls the prototypes' DOM methods, since a form's fields hide its members: with `<input name=getAttribute>`, the form's
// getAttribute is that input.

/**
 * @param {Element} element
 * @param {string} name
 * @returns {string | null}
 */
export function attributeOf(element, name) {
    return Element.prototype.getAttribute.call(element, name);
}

/**
 * @param {Element} element
 * @param {string} selector
 */
export function matches(element, selector) {
    return Element.prototype.matches.call(element, selector);
}

/**
 * @param {Element} outer
 * @param {Node} inner
 */
export function contains(outer, inner) {
    return Node.prototype.contains.call(outer, inner);
}

/**
 * @param {Element} element
 * @param {string} selector
 * @returns {NodeListOf<Element>}
 */
export function allIn(element, selector) {
    return Element.prototype.querySelectorAll.call(element, selector);
}
