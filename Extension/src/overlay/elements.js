// Creates elements of strip and banner, by DOM calls only.

/**
 * @param {"div" | "span"} tag
 * @param {string} name the class
 */
export function element(tag, name) {
    const made = document.createElement(tag);
    made.className = name;
    return made;
}

/**
 * @param {string} name the class
 * @param {string} text
 */
export function line(name, text) {
    const made = element("span", name);
    made.textContent = text;
    return made;
}
