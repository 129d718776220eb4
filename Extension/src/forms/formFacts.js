/**
 * Reads a form into plain facts: which phrases of the tables occur where. Only this module reads the DOM for the
 * decision; `decide.js` gets the facts.
 */
import { attributeOf } from "./attributes.js";
import { isCandidate } from "./candidates.js";
import { fieldPhrases, formPhrases } from "./tables/all.js";
import { isContainer, isPrefix } from "./identifiers.js";
import { labelOf, textNear } from "./labels.js";
import { autocompleteConcepts } from "./tables/autocomplete.js";
import { credentialConcepts } from "./tables/concepts.js";
import { identifierWords, normalise, textOf } from "./text.js";
import { parentOf, walk } from "./walk.js";

/** @import { Group } from "./group.js" */
/** @import { Labels } from "./labels.js" */
/** @import { Field, ShadowRootOf } from "./walk.js" */

/**
 * The concepts found near a field, each with its places and the phrase.
 * @typedef {Record<string, Record<string, string>>} Found
 */

/**
 * @typedef {object} FieldFacts
 * @property {string} type            as the browser interprets it; `select` and `textarea` for those elements
 * @property {boolean} candidate      whether it can hold a credential
 * @property {boolean} hidden         hidden or out of reach by its own markup
 * @property {boolean} spoken         whether a visible text describes it
 * @property {boolean} unseen         hidden, or not visible according to the caller
 * @property {boolean} bare           without a name, a label or another description
 * @property {boolean} readOnly
 * @property {boolean} shown          read-only with a value in its markup, so that it is to be copied
 * @property {number} maxLength       -1 if unlimited
 * @property {boolean} numeric        whether `inputmode` or `pattern` restricts it to digits
 * @property {string} identifier      name and id, for runs of boxes
 * @property {number} box             the number of its parent, for runs of boxes
 * @property {boolean} webauthn
 * @property {Found} found
 */

/**
 * @typedef {object} FormFacts
 * @property {FieldFacts[]} fields
 * @property {Found} found            the form's concepts, by place
 * @property {number} checkboxes
 */

/**
 * @typedef {object} FactOptions
 * @property {ShadowRootOf} shadowRootOf
 * @property {((element: Element) => boolean) | null} isVisible
 * @property {string | null} path
 * @property {Labels} labels  a cache of labels, filled during the reading
 */

/**
 * @param {Group} group
 * @param {FactOptions} options
 * @returns {{facts: FormFacts, submit: Element | null}}
 */
export function factsOf(group, options) {
    /** @type {Map<Element | null, number>} */
    const boxes = new Map();
    const fields = group.fields.map((field) => fieldFacts(field, options, boxes));
    const { found, submit } = formFacts(group, options);
    const checkboxes = fields.filter((field) => field.type === "checkbox").length;
    return { facts: { fields, found, checkboxes }, submit };
}

/**
 * @param {Field} field
 * @param {FactOptions} options
 * @param {Map<Element | null, number>} boxes
 * @returns {FieldFacts}
 */
function fieldFacts(field, { isVisible, labels }, boxes) {
    const candidate = isCandidate(field);
    /** @type {Found} */
    const found = {};
    const input = /** @type {HTMLInputElement} */ (field);
    let webauthn = false;
    if (field.type !== "checkbox" && field.type !== "radio") {
        webauthn = readAutocomplete(field, found);
        readTexts(field, found, labels);
    }
    if (found["code"] !== undefined || found["bareCode"] !== undefined) {
        if (found["code"]?.["autocomplete"] === undefined && hasImage(field)) note(found, "captcha", "image", "img");
    }
    const shared = parentOf(parentOf(field) ?? field);
    if (!boxes.has(shared)) boxes.set(shared, boxes.size);
    return {
        type: field.localName === "input" ? input.type : field.localName,
        candidate,
        hidden: isOutOfSight(field),
        spoken: isSpoken(found),
        unseen: isOutOfSight(field) || (candidate && isVisible !== null && !isVisible(field)),
        bare:
            !["name", "id", "placeholder", "aria-label", "aria-labelledby", "autocomplete"].some((name) =>
                (field.getAttribute(name) ?? "") !== ""
            ) && Object.keys(found).length === 0,
        readOnly: input.readOnly === true,
        shown: input.readOnly === true && (field.getAttribute("value") ?? "") !== "",
        maxLength: lengthOf(input),
        numeric: /numeric|decimal/.test(field.getAttribute("inputmode") ?? "") ||
            /^\^?(\\d|\[0-9\])/.test(field.getAttribute("pattern") ?? "") || input.type === "number" ||
            input.type === "tel",
        identifier: `${field.getAttribute("name") ?? ""} ${field.id}`.toLowerCase(),
        box: boxes.get(shared) ?? 0,
        webauthn,
        found,
    };
}

/**
 * How many characters a field takes, by maxlength or, for a number, by its greatest value; -1 if unlimited.
 * @param {HTMLInputElement} input
 */
function lengthOf(input) {
    if (typeof input.maxLength === "number" && input.maxLength >= 0) return input.maxLength;
    return input.type === "number" && /^9{1,10}$/.test(input.max) ? input.max.length : -1;
}

/**
 * Whether an image stands next to a field, such as a captcha's picture.
 * @param {Field} field
 */
function hasImage(field) {
    /** @type {Element | null} */
    let node = field;
    for (let level = 0; node !== null && level < 4; level++, node = parentOf(node)) {
        if (node.localName === "form" || node.localName === "body") return false;
        if (node.querySelectorAll("input:not([type=hidden]), select, textarea").length > 1) return false;
        const beside = [node.previousElementSibling, node.nextElementSibling];
        if ([...node.querySelectorAll("img, canvas"), ...beside].some(isPicture)) return true;
    }
    return false;
}

/** @param {Element | null} element */
function isPicture(element) {
    if (element?.localName === "canvas") return true;
    if (element?.localName !== "img") return false;
    const words = ["src", "class", "id", "alt"].map((name) => element.getAttribute(name)?.slice(0, 100) ?? "");
    return !/logo|icon|avatar|flag|sprite/i.test(words.join(" "));
}

/**
 * Whether a visible text says what a field is for. Ambiguous words do not count, and a text that is merely near counts
 * only for credential concepts.
 * @param {Found} found
 */
function isSpoken(found) {
    return Object.entries(found).some(([concept, places]) =>
        !vague.has(concept) && (["label", "aria", "placeholder"].some((place) => places[place] !== undefined) ||
            (credentials.has(concept) && places["near"] !== undefined))
    );
}

const vague = new Set(["bareCode", "loginWord", "repeat"]);

/**
 * Whether a field's own markup hides it. Style sheets need layout, so the caller judges them.
 * @param {Element} field
 */
function isOutOfSight(field) {
    if (field.hasAttribute("hidden")) return true;
    if (field.getAttribute("aria-hidden") === "true" || field.getAttribute("tabindex") === "-1") return true;
    const style = field.getAttribute("style") ?? "";
    return /display:\s*none|visibility:\s*hidden|(?:^|[;\s])opacity:\s*0(?:\.0+)?\s*(?:;|$|!)|(?:left|top):\s*-\d{3,}/i
        .test(style);
}

/**
 * @param {Field} field
 * @param {Found} found
 * @returns {boolean} whether it takes passkeys
 */
function readAutocomplete(field, found) {
    const tokens = (field.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/);
    for (const token of tokens) {
        const concept = autocompleteConcepts[token];
        if (concept !== undefined && concept !== "webauthn") note(found, concept, "autocomplete", token);
    }
    return tokens.includes("webauthn");
}

/** Further attributes in which frameworks put a field's name. */
const otherNames = [
    "formcontrolname",
    "ng-model",
    "v-model",
    "data-testid",
    "data-test",
    "data-qa",
    "data-cy",
    "data-ng-model",
    "data-field",
    "data-name",
    "ng-reflect-name",
    "data-bind",
    "data-automation-id",
];

/**
 * @param {Field} field
 * @param {Found} found
 * @param {Labels} labels
 */
function readTexts(field, found, labels) {
    const label = labelOf(field, labels);
    const aria = field.getAttribute("aria-label") ?? "";
    const placeholder = field.getAttribute("placeholder") ?? field.getAttribute("data-placeholder") ?? "";
    readText(found, "label", label);
    readText(found, "aria", aria);
    readText(found, "placeholder", placeholder);
    readText(found, "title", field.getAttribute("title") ?? "");
    readIdentifier(found, "name", field.getAttribute("name") ?? "");
    if (field.id !== field.getAttribute("name")) readIdentifier(found, "id", field.id);
    readIdentifier(found, "other", otherNames.map((name) => field.getAttribute(name) ?? "").join(" ").trim());
    // Old pages put the label into the field's value and clear it on focus. It can only help to find a field.
    const value = field.hasAttribute("onfocus") ? field.getAttribute("value") ?? "" : "";
    for (const hit of fieldPhrases.find(normalise(value.slice(0, 40)))) {
        if (credentials.has(hit.concept)) note(found, hit.concept, "value", hit.phrase);
    }
    // A placeholder without a known phrase is an example; the label may then be a text nearby.
    if (label.trim() === "" && aria === "" && fieldPhrases.find(normalise(placeholder.slice(0, 160))).length === 0) {
        readText(found, "near", textNear(field));
    }
}

/** A text above this length is a sentence, whose later words may concern something else. */
const sentence = 60;

/** @param {Found} found @param {string} signal @param {string} text */
function readText(found, signal, text) {
    if (text === "") return;
    const words = normalise(text.slice(0, 160));
    for (const hit of fieldPhrases.find(words)) {
        const late = words.length > sentence && words.indexOf(hit.phrase) > sentence / 2;
        note(found, hit.concept, late ? "sentence" : signal, hit.phrase);
    }
}

/** @param {Found} found @param {string} signal @param {string} text */
function readIdentifier(found, signal, text) {
    if (text === "") return;
    // The parts before the last one come from the form or a framework: `loginForm:clientCode`, `user[card]`. They may
    // show that the field is for something else, but not that it is for credentials.
    const whole = text.slice(-160);
    const own = whole.split(/[.:$[\]/]+/).filter((part) => /\p{L}/u.test(part)).at(-1) ?? whole;
    const words = identifierWords(own);
    for (const hit of fieldPhrases.find(words, true)) {
        if (hit.phrase === "id" || isPrefix(words, hit) || isContainer(words, hit)) continue;
        note(found, hit.concept, signal, hit.phrase);
    }
    if (own === whole) return;
    const all = identifierWords(whole);
    for (const hit of fieldPhrases.find(all, true)) {
        if (isContainer(all, hit)) continue;
        if (!credentials.has(hit.concept)) note(found, hit.concept, signal, hit.phrase);
    }
}

/** @type {ReadonlySet<string>} */
const credentials = new Set(credentialConcepts);

/** @param {Found} found @param {string} concept @param {string} signal @param {string} phrase */
function note(found, concept, signal, phrase) {
    const places = found[concept] ??= {};
    places[signal] ??= phrase;
}

const headings = /^(h[1-6]|legend)$/;

/**
 * @param {Group} group
 * @param {FactOptions} options
 * @returns {{found: Found, submit: Element | null}}
 */
function formFacts(group, options) {
    const { owner } = group;
    /** @type {Found} */
    const found = {};
    /** @type {{submit: Element | null, rank: number, buttons: number, links: number, headings: number}} */
    const seen = { submit: null, rank: 0, buttons: 0, links: 0, headings: 0 };
    const without = group.without ?? [];
    walk(owner, options.shadowRootOf, (element) => {
        if (!without.some((part) => part.contains(element))) readPart(element, found, seen);
    });
    if (seen.headings === 0) readForm(found, "heading", headingBefore(owner));
    const attributes = ["id", "name", "class", "action", "aria-label", "data-testid"]
        .map((name) => attributeOf(owner, name)?.slice(0, 200) ?? "").join(" ");
    for (const hit of formPhrases.find(identifierWords(attributes), true)) {
        note(found, hit.concept, "attribute", hit.phrase);
    }
    if (without.length === 0) readForm(found, "text", textOf(owner, 1500));
    readForm(found, "title", group.fields[0]?.ownerDocument.title.slice(0, 200) ?? "");
    if (options.path !== null) {
        for (const hit of formPhrases.find(identifierWords(options.path.slice(0, 200)), true)) {
            note(found, hit.concept, "path", hit.phrase);
        }
    }
    return { found, submit: seen.submit };
}

/**
 * @param {Element} element
 * @param {Found} found
 * @param {{submit: Element | null, rank: number, buttons: number, links: number, headings: number}} seen
 */
function readPart(element, found, seen) {
    const name = element.localName;
    if (name === "button" || name === "input" || element.getAttribute("role") === "button") {
        const rank = submitRank(element);
        if (rank === 0 || ++seen.buttons > 24) return;
        if (rank > seen.rank) {
            seen.submit = element;
            seen.rank = rank;
        }
        const text = buttonText(element);
        readForm(found, "button", text);
    } else if (name === "a" || name === "label") {
        if (++seen.links <= 60) readForm(found, "link", textOf(element, 120));
    } else if (name === "legend" && element.parentElement?.getAttribute("aria-hidden") === "true") {
        // Frameworks draw a field's frame as a fieldset, whose legend repeats the label.
    } else if (headings.test(name) || element.getAttribute("role") === "heading") {
        if (++seen.headings <= 6) readForm(found, "heading", textOf(element, 120));
    }
}

/**
 * How likely an element is the submit button; 0 if it is none.
 * @param {Element} element
 */
function submitRank(element) {
    const type = element.getAttribute("type")?.toLowerCase() ?? "";
    if (element.localName === "input") return type === "submit" || type === "image" ? 3 : type === "button" ? 2 : 0;
    if (element.localName === "button") return type === "submit" ? 3 : type === "" ? 2.5 : type === "button" ? 2 : 0;
    return 1;
}

/** @param {Element} element */
function buttonText(element) {
    const own = element.localName === "input" ? /** @type {HTMLInputElement} */ (element).value : textOf(element, 80);
    return [
        own,
        element.getAttribute("aria-label") ?? "",
        own.trim() === "" ? element.getAttribute("title") ?? "" : "",
        element.getAttribute("alt") ?? "",
    ].join(" ");
}

/** @param {Found} found @param {string} signal @param {string} text */
function readForm(found, signal, text) {
    if (text === "") return;
    for (const hit of formPhrases.find(normalise(text))) note(found, hit.concept, signal, hit.phrase);
}

/**
 * The nearest heading before a form.
 * @param {Element} owner
 */
function headingBefore(owner) {
    /** @type {Element | null} */
    let node = owner;
    for (let level = 0; node !== null && level < 5; level++, node = parentOf(node)) {
        let sibling = node.previousElementSibling;
        for (let count = 0; sibling !== null && count < 6; count++, sibling = sibling.previousElementSibling) {
            const heading = headings.test(sibling.localName)
                ? sibling
                : sibling.querySelector("h1, h2, h3, h4, legend");
            if (heading !== null) return textOf(heading, 120);
        }
        if (node.localName === "body") return "";
    }
    return "";
}
