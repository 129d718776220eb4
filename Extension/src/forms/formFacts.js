/**
 * Reads a form into plain facts: which phrases of the tables occur where. Only this module reads the DOM for the
 * decision; `decide.js` gets the facts.
 */
import { allIn, attributeOf, contains, matches } from "./attributes.js";
import { isCandidate } from "./candidates.js";
import { fieldPhrases, formPhrases } from "./tables/all.js";
import { isContainer, isPassport, isPrefix } from "./identifiers.js";
import { labelOf, textNear } from "./labels.js";
import { autocompleteConcepts } from "./tables/autocomplete.js";
import { credentialConcepts } from "./tables/concepts.js";
import { identifierWords, normalise, textOf } from "./text.js";
import { isField, parentOf, walk } from "./walk.js";

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
 * @property {boolean} unseen         hidden, or in a hidden part of its form
 * @property {boolean} bare           without a name, a label or another description
 * @property {boolean} labelled       whether a visible text describes it, in known words or not
 * @property {boolean} readOnly
 * @property {boolean} locked         read-only or disabled
 * @property {boolean} shown          read-only with a value in its markup, so that it is to be copied
 * @property {number} maxLength       -1 if unlimited
 * @property {boolean} numeric        whether `inputmode` or `pattern` restricts it to digits
 * @property {string} identifier      name and id, for runs of boxes
 * @property {number} ordinal         the number in its label, which is the place of a box's character; -1 for none
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
    const fields = group.fields.map((field) => fieldFacts(field, group, options, boxes));
    // A part that is not shown yet is judged as if it were.
    if (fields.every((field) => field.unseen || !field.candidate)) {
        for (const field of fields) field.unseen = field.hidden;
    }
    const { found, submit } = formFacts(group, options);
    const checkboxes = fields.filter((field) => field.type === "checkbox").length;
    return { facts: { fields, found, checkboxes }, submit };
}

/**
 * @param {Field} field
 * @param {Group} group
 * @param {FactOptions} options
 * @param {Map<Element | null, number>} boxes
 * @returns {FieldFacts}
 */
function fieldFacts(field, { owner }, { labels }, boxes) {
    const candidate = isCandidate(field);
    /** @type {Found} */
    const found = {};
    const input = /** @type {HTMLInputElement} */ (field);
    let webauthn = false, labelled = false;
    if (field.type !== "checkbox" && field.type !== "radio") {
        webauthn = readAutocomplete(field, found);
        labelled = readTexts(field, found, labels);
        if (candidate) readPosition(field, owner, found);
        if (candidate && input.type === "text") readSuffix(field, found);
    }
    const hidden = isOutOfSight(field);
    if (candidate && hidden) readWarning(field, found);
    if (found["code"] !== undefined || found["bareCode"] !== undefined) {
        if (found["code"]?.["autocomplete"] === undefined && (hasImage(field) || showsCode(field))) {
            note(found, "captcha", "image", "img");
        }
    }
    const shared = parentOf(parentOf(field) ?? field);
    if (!boxes.has(shared)) boxes.set(shared, boxes.size);
    return {
        type: field.localName === "input" ? input.type : field.localName,
        candidate,
        hidden,
        spoken: isSpoken(found),
        unseen: isUnseen(field, owner),
        bare:
            !["name", "id", "placeholder", "aria-label", "aria-labelledby", "autocomplete"].some((name) =>
                (field.getAttribute(name) ?? "") !== ""
            ) && Object.keys(found).length === 0,
        labelled,
        readOnly: input.readOnly === true,
        locked: input.readOnly === true || input.disabled === true,
        shown: input.readOnly === true && (field.getAttribute("value") ?? "") !== "",
        maxLength: lengthOf(input),
        numeric: /numeric|decimal/.test(field.getAttribute("inputmode") ?? "") ||
            /^\^?(\\d|\[0-9\])/.test(field.getAttribute("pattern") ?? "") || input.type === "number" ||
            input.type === "tel",
        identifier: `${field.getAttribute("name") ?? ""} ${field.id}`.toLowerCase(),
        ordinal: input.maxLength === 1 ? ordinalOf(field, labels) : -1,
        box: boxes.get(shared) ?? 0,
        webauthn,
        found,
    };
}

/** @param {Field} field @param {Labels} labels */
function ordinalOf(field, labels) {
    const text = `${field.getAttribute("aria-label") ?? ""} ${labelOf(field, labels)}`;
    return Number(/\d+/.exec(text)?.[0] ?? -1);
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

/**
 * Whether the text next to a field is a code to copy, such as `9QF2` or `8 3 0 4`.
 * @param {Field} field
 */
function showsCode(field) {
    if (/(?:^|\s)(?:[\p{Lu}\p{Nd}] ){3,6}[\p{Lu}\p{Nd}](?:$|\s)/u.test(field.getAttribute("placeholder") ?? "")) return true;
    return [field.previousElementSibling, field.nextElementSibling].some((element) => {
        if (element === null || element.localName === "label" || element.localName === "button") return false;
        const text = textOf(element, 20).replace(/\s/g, "");
        return /^[\p{Lu}\p{Nd}]{4,8}$/u.test(text) && /\p{Nd}/u.test(text);
    });
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
 * Whether a field or a part of its form around it is hidden by its own markup.
 * @param {Field} field
 * @param {Element} owner
 */
function isUnseen(field, owner) {
    /** @type {Element | null} */
    let node = field;
    for (let level = 0; node !== null && node !== owner && level < 12; level++, node = parentOf(node)) {
        if (isOutOfSight(node)) return true;
    }
    return false;
}

/**
 * The part of a form that a field is in: a table's head has filters, and the legend of a group speaks for all its fields.
 * @param {Field} field
 * @param {Element} owner
 * @param {Found} found
 */
function readPosition(field, owner, found) {
    if (field.closest("thead, th, [role=columnheader]") !== null) note(found, "search", "column", "th");
    if (field.type === "password" && isInGrid(field)) note(found, "amount", "column", "td");
    const box = boxAround(field);
    for (const hit of fieldPhrases.find(identifierWords(box), true)) {
        if (hit.concept === "captcha" || hit.concept === "decoy") note(found, hit.concept, "box", hit.phrase);
    }
    let group = field.closest(groups);
    for (let level = 0; group !== null && group !== owner && level < 4; level++) {
        if (contains(owner, group)) readTitle(group, found);
        group = parentOf(group)?.closest(groups) ?? null;
    }
    const heading = headingOf(field, owner);
    if (heading !== null) readSection(found, textOf(heading, 80));
}

/**
 * The heading of a field's section inside its form. A single heading is the form's.
 * @param {Field} field
 * @param {Element} owner
 * @returns {Element | null}
 */
function headingOf(field, owner) {
    if (allIn(owner, "h1, h2, h3, h4, h5, h6, legend").length < 2) return null;
    /** @type {Element | null} */
    let node = field;
    for (let level = 0; node !== null && node !== owner && level < 6; level++, node = parentOf(node)) {
        let sibling = node.previousElementSibling;
        for (let count = 0; sibling !== null && count < 12; count++, sibling = sibling.previousElementSibling) {
            if (headings.test(sibling.localName)) return sibling;
        }
    }
    return null;
}

/**
 * Whether a field is a cell of a row that is edited in a table of data.
 * @param {Field} field
 */
function isInGrid(field) {
    const row = field.closest("tr, [role=row]");
    const table = row?.closest("table, [role=grid]");
    if (row == null || table == null || allIn(row, fillable).length < 3) return false;
    return allIn(table, "thead th, [role=columnheader]").length >= 3;
}

const groups = "fieldset, [role=group]";

/** @param {Element} group  of fields @param {Found} found */
function readTitle(group, found) {
    const legend = group.querySelector("legend");
    readSection(found, legend === null ? nameOf(group) : textOf(legend, 80));
}

/** @param {Found} found @param {string} title */
function readSection(found, title) {
    for (const hit of fieldPhrases.find(normalise(title.slice(0, 80)))) {
        if (sectional.has(hit.concept)) note(found, hit.concept, "section", hit.phrase);
    }
}

/**
 * Reads the mail host after a field: a mail provider's sign-up asks only for the part of the address before `@mail.example`.
 * @param {Field} field
 * @param {Found} found
 */
function readSuffix(field, found) {
    let next = field.nextElementSibling;
    if (next?.localName === "label") next = next.nextElementSibling;
    if (next === null || hasFields(next)) return;
    const suffix = /^@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.exec(textOf(next, 80).trim())?.[0];
    if (suffix !== undefined) note(found, "username", "suffix", suffix);
}

/** @param {Element} element */
const hasFields = (element) => isField(element) || allIn(element, fillable).length > 0;

/**
 * Reads a text beside a hidden field that says to leave it empty. Beside a visible field, such a text may concern a change:
 * "leave empty to keep the password".
 * @param {Field} field
 * @param {Found} found
 */
function readWarning(field, found) {
    const around = parentOf(field);
    if (around === null || allIn(around, fillable).length > 1) return;
    const decoy = fieldPhrases.find(normalise(textOf(around, 160))).find(({ concept }) => concept === "decoy");
    if (decoy !== undefined) note(found, "decoy", "box", decoy.phrase);
}

/**
 * The class names and the labels of the elements around a field that contain no other field.
 * @param {Field} field
 */
function boxAround(field) {
    /** @type {string[]} */
    const names = [field.getAttribute("class") ?? ""];
    let node = parentOf(field);
    for (let level = 0; node !== null && level < 3; level++, node = parentOf(node)) {
        if (node.localName === "form" || allIn(node, fillable).length > 1) break;
        for (const name of ["class", "id", "aria-label"]) names.push(attributeOf(node, name)?.slice(0, 80) ?? "");
    }
    return names.join(" ");
}

const fillable = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]), select, textarea";

/** Concepts that the title of a group of fields decides. */
const sectional = new Set(["machine", "key", "search", "cardNumber", "coupon"]);

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
 * @returns {boolean} whether a visible text describes the field
 */
function readTexts(field, found, labels) {
    const label = labelOf(field, labels);
    const aria = field.getAttribute("aria-label") ?? "";
    const placeholder = field.getAttribute("placeholder") ?? field.getAttribute("data-placeholder") ?? "";
    readText(found, "label", label);
    readCompound(found, label);
    readText(found, "aria", aria);
    // The words of an example address are no evidence: `you@company.com`.
    if (/^[^\s@]+@[^\s@,;]+$/.test(placeholder.trim())) note(found, "email", "placeholder", "@");
    else readText(found, "placeholder", placeholder);
    readText(found, "title", field.getAttribute("title") ?? "");
    readIdentifier(found, "name", field.getAttribute("name") ?? "");
    if (field.id !== field.getAttribute("name")) readIdentifier(found, "id", field.id);
    readIdentifier(found, "other", otherNames.map((name) => field.getAttribute(name) ?? "").join(" ").trim());
    // Old pages put the label into the field's value and clear it on focus. It can only help to find a field.
    const value = field.hasAttribute("onfocus") ? field.getAttribute("value") ?? "" : "";
    for (const hit of fieldPhrases.find(normalise(value.slice(0, 40)))) {
        if (credentials.has(hit.concept)) note(found, hit.concept, "value", hit.phrase);
    }
    // The second step of a login often has the address of the first step in a hidden field.
    if (isOutOfSight(field) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(field.getAttribute("value") ?? "")) note(found, "email", "value", "@");
    // A placeholder without a known phrase is an example; the label may then be a text nearby.
    if (label.trim() === "" && aria === "" && fieldPhrases.find(normalise(placeholder.slice(0, 160))).length === 0) {
        const near = textNear(field);
        readText(found, "near", near);
        return near !== "" || placeholder.trim() !== "";
    }
    return true;
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

/**
 * A compound that ends in "code" without a known meaning is the code of something else: `Biljettkod`, `Kundencode`.
 * @param {Found} found
 * @param {string} text
 */
function readCompound(found, text) {
    if (found["code"] !== undefined || found["bareCode"] !== undefined || found["password"] !== undefined) return;
    const words = normalise(text.slice(0, 60));
    const compound = /(?:^|\s)(\p{L}{3,}(?:kod|kode|code|koden|koodi))(?:$|\s)/u.exec(words)?.[1];
    if (compound !== undefined && !fieldPhrases.find(words).some(({ phrase }) => phrase.includes(compound))) note(found, "coupon", "label", compound);
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
        if (hit.phrase === "id" || isPrefix(words, hit) || isContainer(words, hit) || isPassport(words, hit)) continue;
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

/** Class names of elements that frameworks use as headings. */
const captions = /(?:^|[-_\s])(?:title|heading|header|caption)(?:$|\s)/i;

/** Parts of a page that are not its subject. */
const margins = "footer, aside, [role=contentinfo], [role=complementary]";
const navigation = `${margins}, nav, [role=navigation], [role=banner], [role=search], dialog, [role=dialog]`;

/**
 * The text around a form: its links "Forgot your password?" and "No account?" and the buttons of other ways to log in are
 * often outside. Goes up to the nearest container with another field, without navigation.
 * @param {Element} owner
 */
function textAround(owner) {
    /** @type {string[]} */
    const parts = [];
    let left = 600;
    let node = owner;
    for (let level = 0; level < 4 && left > 0; level++) {
        const parent = parentOf(node);
        if (parent === null || node.localName === "body" || parent.localName === "html") break;
        const fields = allIn(parent, fillable);
        if ([...fields].some((field) => isField(field) && !contains(owner, field))) break;
        for (const child of parent.children) {
            if (child === node || left <= 0 || matches(child, navigation)) continue;
            if (child.localName === "header" && child.querySelector("nav, ul") !== null) continue;
            const text = textOf(child, Math.min(left, 200)).trim();
            parts.push(text);
            left -= text.length;
        }
        node = parent;
    }
    return parts.join(" . ");
}

/**
 * @param {Group} group
 * @param {FactOptions} options
 * @returns {{found: Found, submit: Element | null}}
 */
function formFacts(group, options) {
    const { owner } = group;
    /** @type {Found} */
    const found = {};
    /** @type {{submit: Element | null, rank: number, buttons: number, links: number, headings: number, titles: number, captions: number}} */
    const seen = { submit: null, rank: 0, buttons: 0, links: 0, headings: 0, titles: 0, captions: 0 };
    const without = group.without ?? [];
    walk(owner, options.shadowRootOf, (element) => {
        if (!without.some((part) => part.contains(element))) readPart(element, found, seen);
    });
    if (seen.titles === 0) {
        const title = titleAround(owner);
        readForm(found, "heading", title === "" ? headingBefore(owner) : title);
    }
    const attributes = ["id", "name", "class", "action", "aria-label", "data-testid"]
        .map((name) => attributeOf(owner, name)?.slice(0, 200) ?? "").join(" ");
    for (const hit of formPhrases.find(identifierWords(attributes), true)) {
        note(found, hit.concept, "attribute", hit.phrase);
    }
    if (group.panel !== undefined || without.length === 0) readForm(found, "text", textOf(group.panel ?? owner, 1500));
    // The page's title and address say nothing of a newsletter at its foot.
    if (group.fields[0]?.closest(margins) != null) return { found, submit: seen.submit };
    readForm(found, "around", textAround(owner));
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
 * @param {{submit: Element | null, rank: number, buttons: number, links: number, headings: number, titles: number, captions: number}} seen
 */
function readPart(element, found, seen) {
    const name = element.localName;
    if (name === "input" && element.getAttribute("type")?.toLowerCase() === "file") note(found, "file", "input", "");
    if (name === "button" || name === "input" || element.getAttribute("role") === "button") {
        const rank = submitRank(element);
        if (name === "input" && element.getAttribute("type")?.toLowerCase() === "password") seen.rank -= beforePassword;
        if (rank === 0 || ++seen.buttons > 24) return;
        const text = buttonText(element);
        const full = rank + (formPhrases.find(normalise(text)).length > 0 ? withWords : 0);
        if (full > seen.rank) {
            seen.submit = element;
            seen.rank = full;
        }
        readForm(found, "button", text);
    } else if (name === "a" || name === "label") {
        if (++seen.links <= 60) readForm(found, "link", textOf(element, 120));
    } else if (name === "legend" && element.parentElement?.getAttribute("aria-hidden") === "true") {
        // Frameworks draw a field's frame as a fieldset, whose legend repeats the label.
    } else if (headings.test(name) || element.getAttribute("role") === "heading") {
        if (name !== "legend") seen.titles++;
        if (++seen.headings <= 6) readForm(found, "heading", textOf(element, 120));
    } else if (captions.test(element.getAttribute("class") ?? "") && element.querySelector("h1, h2, h3, h4, legend, input, button, a") === null) {
        if (++seen.captions <= 4) readForm(found, "caption", textOf(element, 80));
    }
}

/**
 * Between buttons of the same rank, one with a known word of a form wins. One before a password loses, since it checks whether
 * a name is free, or sends a code.
 */
const withWords = 0.2, beforePassword = 0.15;

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

/** Such as "Create your Example account", with the site's name between the words. */
const makesAccount = /\b(?:create|open|set up|register)(?: \p{L}+){1,4} account\b/u;

/** @param {Found} found @param {string} signal @param {string} text */
function readForm(found, signal, text) {
    if (text === "") return;
    const words = normalise(text);
    if (signal === "button" || signal === "heading" || signal === "title") {
        const made = makesAccount.exec(words);
        if (made !== null) note(found, "signUp", signal, made[0]);
    }
    if (signal === "heading") {
        for (const hit of fieldPhrases.find(words)) if (hit.concept === "machine") note(found, "machine", signal, hit.phrase);
    }
    for (const hit of formPhrases.find(words)) {
        // "Enter" logs in as a button only.
        if (hit.phrase !== "enter" || signal === "button") note(found, hit.concept, signal, hit.phrase);
    }
}

const dialogs = "dialog, [role=dialog], [role=alertdialog]";

/** Parts of a page that have a name of their own. */
const titled = "dialog, section, article, [role=dialog], [role=alertdialog], [role=region], [role=group], [role=form]";

/**
 * The name of the dialog or section around a form, from its `aria-label` or `aria-labelledby`.
 * @param {Element} owner
 */
function titleAround(owner) {
    /** @type {Element | null} */
    let node = owner;
    for (let level = 0; node !== null && level < 6 && node.localName !== "body"; level++, node = parentOf(node)) {
        if (!matches(node, titled)) continue;
        const title = nameOf(node);
        if (title !== "") return title;
    }
    return "";
}

/** @param {Element} element  an element with an accessible name */
function nameOf(element) {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const id = attributeOf(element, "aria-labelledby")?.trim().split(/\s+/)[0] ?? "";
    const title = id === "" || !("getElementById" in root) ? null : root.getElementById(id);
    return title === null ? attributeOf(element, "aria-label") ?? "" : textOf(title, 80);
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
        if (node.localName === "body" || matches(node, dialogs)) return "";
    }
    return "";
}
