/** Which fields make one form: those of a `<form>`, or those of the nearest container that looks like one. */
import { isCandidate } from "./candidates.js";
import { formOf, isField, parentOf, walk } from "./walk.js";

/** @import { Field, ShadowRootOf } from "./walk.js" */

/**
 * @typedef {object} Group
 * @property {Element} owner
 * @property {Field[]} fields
 * @property {readonly Element[]} [without]  parts of the owner that are groups of their own
 */

/** A container with more fields than this is the page, not a form. */
const mostFields = 14;
/** How far up a container is looked for. */
const farthest = 14;

/**
 * All groups below a root, in the order of the page.
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Group[]}
 */
export function groupsIn(root, shadowRootOf) {
    /** @type {Map<Element, Field[]>} */
    const forms = new Map();
    /** @type {Set<Field>} */
    const loose = new Set();
    walk(root, shadowRootOf, (element) => {
        if (!isField(element)) return;
        const form = formOf(element);
        if (form === null) {
            loose.add(element);
            return;
        }
        const fields = forms.get(form);
        if (fields === undefined) forms.set(form, [element]);
        else fields.push(element);
    });
    const groups = [...forms].flatMap(([owner, fields]) =>
        fields.some(isCandidate) ? split({ owner, fields }) : []
    );
    return [...groups, ...looseGroups(loose, shadowRootOf)];
}

/**
 * The group of one field.
 * @param {Field} field
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Group}
 */
export function groupOf(field, shadowRootOf) {
    const form = formOf(field);
    if (form === null) return regionOf(field, shadowRootOf);
    const fields = fieldsBelow(form, shadowRootOf, form);
    for (const element of form.elements) {
        if (isField(element) && !fields.includes(element)) fields.push(element);
    }
    const parts = split({ owner: form, fields });
    return parts.find((part) => part.fields.includes(field)) ?? { owner: form, fields };
}

/** Buttons that send a form by themselves. */
const sends = "input[type=submit i], input[type=image i], button[type=submit i], button:not([type])";

/**
 * Takes a form apart that is several: some frameworks wrap a whole page, with its search, login and newsletter, in
 * one `<form>`. A part is a container of its own with a button that sends, where there is such a button outside too.
 * @param {Group} whole
 * @returns {Group[]}
 */
function split(whole) {
    const { owner } = whole;
    const texts = whole.fields.filter(isCandidate);
    if (texts.length < 3) return [whole];
    const buttons = [...owner.querySelectorAll(sends)].filter((button) => !helper.test(wordsOf(button)));
    if (buttons.length < 2) return [whole];
    /** @type {Group[]} */
    const parts = [];
    const left = new Set(whole.fields);
    const order = [...texts].sort((a, b) => Number(b.type === "password") - Number(a.type === "password"));
    for (const field of order) {
        const node = left.has(field) ? partAround(field, owner, texts, buttons) : null;
        if (node === null) continue;
        const fields = whole.fields.filter((member) => node.contains(member) && left.delete(member));
        parts.push({ owner: node, fields });
    }
    if (parts.length === 0) return [whole];
    const rest = { owner, fields: [...left], without: parts.map((part) => part.owner) };
    return rest.fields.some(isCandidate) ? [rest, ...parts] : parts;
}

/**
 * @param {Field} field
 * @param {Element} owner
 * @param {readonly Field[]} texts
 * @param {readonly Element[]} buttons
 * @returns {Element | null}
 */
function partAround(field, owner, texts, buttons) {
    for (let node = parentOf(field); node !== null && node !== owner; node = parentOf(node)) {
        const inside = texts.filter((text) => node?.contains(text)).length;
        if (field.type === "password" && inside < 2) continue;
        const sending = buttons.filter((button) => node?.contains(button)).length;
        if (sending === 0) continue;
        return sending < buttons.length && inside < texts.length ? node : null;
    }
    return null;
}

/** @param {Element} button */
const wordsOf = (button) =>
    (button.localName === "input" ? /** @type {HTMLInputElement} */ (button).value : button.textContent ?? "").trim();

/**
 * Groups of fields that no form owns. Passwords choose their container first.
 * @param {Set<Field>} loose
 * @param {ShadowRootOf} shadowRootOf
 */
function looseGroups(loose, shadowRootOf) {
    /** @type {Group[]} */
    const groups = [];
    const order = [...loose].filter(isCandidate).sort((a, b) =>
        Number(b.type === "password") - Number(a.type === "password")
    );
    for (const field of order) {
        if (!loose.has(field)) continue;
        const region = regionOf(field, shadowRootOf);
        const fields = region.fields.filter((member) => loose.delete(member));
        groups.push({ owner: region.owner, fields: fields.length > 0 ? fields : [field] });
    }
    return groups;
}

/**
 * The nearest container around a field without a form that has what a form has: a button that sends it and, around a
 * password, a second field.
 * @param {Field} field
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Group}
 */
function regionOf(field, shadowRootOf) {
    /** @type {Group} */
    let region = { owner: parentOf(field) ?? field, fields: [field] };
    let steps = 0;
    let complete = false;
    let extra = 0;
    for (let node = parentOf(field); node !== null && steps < farthest; node = parentOf(node), steps++) {
        if (node.localName === "html") break;
        const fields = fieldsBelow(node, shadowRootOf, null);
        const texts = fields.filter(isCandidate);
        if (texts.length > mostFields) break;
        const passwords = texts.filter((text) => text.type === "password").length;
        if (complete) {
            // A container a little farther out that adds the password to the user name, or the other way round.
            const before = region.fields.filter(isCandidate);
            const lacks = before.length < 2 || !before.some((text) => text.type === "password");
            if (++extra > 5 || !lacks) break;
            if (passwords === 0 || texts.length === before.length || texts.length > before.length + 4) continue;
        }
        region = { owner: node, fields };
        const wantsMore = field.type === "password" && texts.length < 2;
        if (!wantsMore && hasSubmit(node, shadowRootOf)) complete = true;
    }
    return region;
}

/**
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @param {HTMLFormElement | null} form  whose fields are meant
 * @returns {Field[]}
 */
function fieldsBelow(root, shadowRootOf, form) {
    /** @type {Field[]} */
    const fields = [];
    walk(root, shadowRootOf, (element) => {
        if (isField(element) && formOf(element) === form) fields.push(element);
    });
    return fields;
}

/** Words of buttons in a field: they show, clear or choose, and send nothing. */
const helper = /^(show|hide|clear|toggle|reveal|view|eye|anzeigen|ausblenden|zeigen|afficher|masquer|mostrar|ocultar|mostra|×|x|\?|toon)?$/i;

/**
 * Whether a container has a button that may send a form.
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 */
function hasSubmit(root, shadowRootOf) {
    let found = false;
    walk(root, shadowRootOf, (element) => {
        if (found) return;
        const name = element.localName;
        if (name === "button" || element.getAttribute("role") === "button") {
            found = !helper.test((element.textContent ?? "").trim()) || element.getAttribute("type") === "submit";
        } else if (name === "input") {
            const type = element.getAttribute("type")?.toLowerCase();
            found = type === "submit" || type === "image" || type === "button";
        }
    });
    return found;
}
