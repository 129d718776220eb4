/** Groups fields into forms: those of a `<form>`, or those of the nearest container that looks like a form. */
import { contains } from "./attributes.js";
import { isCandidate } from "./candidates.js";
import { formOf, isField, parentOf, walk } from "./walk.js";

/** @import { Field, ShadowRootOf } from "./walk.js" */

/**
 * @typedef {object} Group
 * @property {Element} owner
 * @property {Field[]} fields
 * @property {readonly Element[]} [without]  parts of the owner that are separate groups
 * @property {Element} [panel]  the part of the owner that has the fields, if the owner's buttons are for several parts
 */

/** Maximum number of fields in a container; one with more is the page and not a form. */
const mostFields = 14;
/** Maximum number of ancestors that are searched for a container. */
const farthest = 14;

/**
 * The fields and buttons below a root, collected in one walk.
 * @typedef {{fields: readonly Field[], buttons: readonly Element[]}} Parts
 */

/**
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Parts}
 */
function partsOf(root, shadowRootOf) {
    /** @type {Field[]} */
    const fields = [];
    /** @type {Element[]} */
    const buttons = [];
    walk(root, shadowRootOf, (element) => {
        if (isField(element)) fields.push(element);
        else if (isButton(element)) buttons.push(element);
    });
    return { fields, buttons };
}

/** @param {Element} element */
function isButton(element) {
    const name = element.localName;
    if (name === "button") return true;
    if (name === "input") return /^(submit|image|button)$/.test(/** @type {HTMLInputElement} */ (element).type);
    return element.getAttribute("role") === "button";
}

/**
 * All groups below a root, in document order.
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Group[]}
 */
export function groupsIn(root, shadowRootOf) {
    const parts = partsOf(root, shadowRootOf);
    /** @type {Map<Element, Field[]>} */
    const forms = new Map();
    /** @type {Set<Field>} */
    const loose = new Set();
    for (const field of parts.fields) {
        const form = formOf(field);
        const fields = form === null ? undefined : forms.get(form);
        if (form === null) loose.add(field);
        else if (fields === undefined) forms.set(form, [field]);
        else fields.push(field);
    }
    const groups = [...forms].flatMap(([owner, fields]) =>
        fields.some(isCandidate) ? split({ owner, fields }, parts.buttons) : []
    );
    return [...groups, ...looseGroups(loose, { fields: [...loose], buttons: parts.buttons }).flatMap(panelsOf)];
}

/**
 * The group of one field. Without a `<form>`, searches only the nearest ancestors.
 * @param {Field} field
 * @param {ShadowRootOf} shadowRootOf
 * @returns {Group}
 */
export function groupOf(field, shadowRootOf) {
    const form = formOf(field);
    if (form === null) {
        let top = parentOf(field);
        for (let steps = 1; top !== null && steps < farthest; steps++) top = parentOf(top) ?? top;
        const parts = partsOf(top ?? field, shadowRootOf);
        const region = regionOf(field, { ...parts, fields: parts.fields.filter((member) => formOf(member) === null) });
        return partWith(field, panelsOf(region)) ?? region;
    }
    const parts = partsOf(form, shadowRootOf);
    const fields = parts.fields.filter((member) => formOf(member) === form);
    // A field named "elements" hides the property; then the walk's fields are used.
    const own = form.elements;
    for (const element of typeof own?.[Symbol.iterator] === "function" ? own : []) {
        if (isField(element) && !fields.includes(element)) fields.push(element);
    }
    const whole = { owner: form, fields };
    return partWith(field, split(whole, parts.buttons)) ?? whole;
}

/** @param {Field} field @param {readonly Group[]} parts */
const partWith = (field, parts) => parts.find((part) => part.fields.includes(field));

const panels = "[role=tabpanel], [class*=tab-pane], [class*=tabpane]";

/**
 * Splits a form by its tabs: a user name with a password in one, a phone number with a code in the other. Fields outside of
 * the tabs belong to the first one.
 * @param {Group} whole
 * @returns {Group[]}
 */
function panelsOf(whole) {
    const { owner } = whole;
    /** @type {Map<Element, Field[]>} */
    const parts = new Map();
    /** @type {Field[]} */
    const shared = [];
    for (const field of whole.fields) {
        const panel = field.closest(panels);
        if (panel === null || !contains(owner, panel) || panel === owner) shared.push(field);
        else parts.set(panel, [...parts.get(panel) ?? [], field]);
    }
    for (const [panel, fields] of parts) {
        if (fields.some(isCandidate)) continue;
        shared.push(...fields);
        parts.delete(panel);
    }
    if (parts.size < 2) return [whole];
    const all = [...parts.keys()];
    return [...parts].map(([panel, fields], index) => ({
        owner,
        fields: index === 0 ? whole.fields.filter((field) => fields.includes(field) || shared.includes(field)) : fields,
        without: all.filter((other) => other !== panel),
        panel,
    }));
}

/** Buttons that submit a form without a script. */
const sends = "input[type=submit i], input[type=image i], button[type=submit i], button:not([type])";

/**
 * Splits a form that contains several: some frameworks wrap a whole page, with search, login and newsletter, in one
 * `<form>`. A part is a container with its own submit button, if there is another submit button outside.
 * @param {Group} whole
 * @param {readonly Element[]} all  buttons
 * @returns {Group[]}
 */
function split(whole, all) {
    const { owner } = whole;
    const texts = whole.fields.filter(isCandidate);
    const tabs = panelsOf(whole);
    if (tabs.length > 1) return tabs;
    if (texts.length < 3) return [whole];
    const buttons = all.filter((button) =>
        button.matches(sends) && contains(owner, button) && !helper.test(wordsOf(button))
    );
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
 * Groups of fields without a form. Passwords choose their container first.
 * @param {Set<Field>} loose
 * @param {Parts} parts
 */
function looseGroups(loose, parts) {
    /** @type {Group[]} */
    const groups = [];
    const order = [...loose].filter(isCandidate).sort((a, b) =>
        Number(b.type === "password") - Number(a.type === "password")
    );
    for (const field of order) {
        if (!loose.has(field)) continue;
        const region = regionOf(field, parts);
        const fields = region.fields.filter((member) => loose.delete(member));
        groups.push({ owner: region.owner, fields: fields.length > 0 ? fields : [field] });
    }
    return groups;
}

/**
 * Whether an element is a descendant of another, across shadow roots.
 * @param {Element} container
 * @param {Element} element
 */
function holds(container, element) {
    /** @type {Node | null} */
    let node = element;
    for (let depth = 0; node !== null && depth < 16; depth++) {
        if (container.contains(node)) return true;
        const root = node.getRootNode();
        node = "host" in root ? /** @type {ShadowRoot} */ (root).host : null;
    }
    return false;
}

/**
 * The nearest container of a field without a form that looks like one: with a button that submits it and, around a
 * password, a second field.
 * @param {Field} field
 * @param {Parts} parts
 * @returns {Group}
 */
function regionOf(field, parts) {
    /** @type {Group} */
    let region = { owner: parentOf(field) ?? field, fields: [field] };
    let complete = false;
    let extra = 0;
    let node = parentOf(field);
    for (
        let steps = 0;
        node !== null && node.localName !== "html" && steps < farthest;
        node = parentOf(node), steps++
    ) {
        const container = node;
        const fields = parts.fields.filter((member) => holds(container, member));
        const texts = fields.filter(isCandidate);
        if (texts.length > mostFields) break;
        if (complete) {
            // A slightly larger container may add the missing user name or password.
            const before = region.fields.filter(isCandidate);
            const lacks = before.length < 2 || !before.some((text) => text.type === "password");
            if (++extra > 5 || !lacks) break;
            const passwords = texts.filter((text) => text.type === "password").length;
            if (passwords === 0 || texts.length === before.length || texts.length > before.length + 4) continue;
        }
        region = { owner: container, fields };
        const wantsMore = field.type === "password" && texts.length < 2;
        if (!wantsMore && parts.buttons.some((button) => maySend(button) && holds(container, button))) complete = true;
    }
    return region;
}

/** Labels of buttons inside a field, which show, clear or choose, and submit nothing. */
const helper =
    /^(show|hide|clear|toggle|reveal|view|anzeigen|ausblenden|afficher|masquer|mostrar|ocultar|mostra|toon|×|x|\?)?$/i;

/** @param {Element} button  whether it may send a form */
const maySend = (button) =>
    button.matches(sends) && button.hasAttribute("type") || !helper.test(wordsOf(button)) ||
    button.localName === "input";
