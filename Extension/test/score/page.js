/**
 * Runs in the browser: opens every labelled page in a frame without scripts, classifies it, and posts the label and the
 * answer of each field.
 */
import { classify, classifyField } from "../../src/forms/classify.js";
import { decide } from "../../src/forms/decide.js";
import { factsOf } from "../../src/forms/formFacts.js";
import { reasonsOf } from "../../src/forms/reasons.js";
import { groupOf, groupsIn } from "../../src/forms/group.js";
import { prepareLanguages } from "../../src/forms/languages.js";
import { forgetLanguages } from "../../src/forms/tables/all.js";
import { isField, openShadowRootOf, walk } from "../../src/forms/walk.js";
import { verdict } from "./labels.mjs";
import { crossValidate } from "./tune.js";

/**
 * @typedef {import("./report.mjs").Scored} Scored
 * @typedef {import("./report.mjs").ScoredPage} ScoredPage
 * @typedef {{facts: import("../../src/forms/formFacts.js").FormFacts, labels: string[]}} Sample
 */

const textual = "input:not([type=hidden i]):not([type=submit i]):not([type=button i]):not([type=reset i])" +
    ":not([type=image i]):not([type=checkbox i]):not([type=radio i]):not([type=file i]):not([type=range i])" +
    ":not([type=color i]), select, textarea";

/** @param {Element} element */
const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width > 2 &&
        box.height > 2;
};

/** @param {string} address @returns {Promise<HTMLIFrameElement>} */
function open(address) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-same-origin");
    return new Promise((resolve) => {
        // A page that does not finish loading is scored as it is.
        const clock = setTimeout(() => resolve(frame), 20_000);
        frame.addEventListener("load", () => {
            clearTimeout(clock);
            resolve(frame);
        });
        frame.src = address;
        document.body.append(frame);
    });
}

/** @param {Document} page @returns {Document[]} the page and the frames in it that we may read */
function documentsOf(page) {
    const documents = [page];
    for (const frame of page.querySelectorAll("iframe")) {
        if (frame.contentDocument?.body) documents.push(...documentsOf(frame.contentDocument));
    }
    return documents;
}

/**
 * @param {() => void} work
 * @param {number} times
 * @returns {{median: number, fastest: number}} in milliseconds
 */
function measure(work, times) {
    const taken = Array.from({ length: times }, () => {
        const start = performance.now();
        work();
        return performance.now() - start;
    });
    taken.sort((a, b) => a - b);
    return { median: taken[Math.floor(times / 2)] ?? 0, fastest: taken[0] ?? 0 };
}

/**
 * @param {Element} element
 * @param {Map<Element, import("../../src/forms/types.js").ClassifiedField>} entries
 * @returns {Scored}
 */
function scored(element, entries) {
    const entry = entries.get(element);
    return {
        label: element.getAttribute("data-manual-scoring") ?? "",
        kind: entry?.kind ?? "",
        form: entry?.form.kind ?? "",
        takesAddress: entry?.takesAddress ?? false,
        tag: ["type", "name", "id", "autocomplete", "placeholder", "aria-label"].flatMap((name) => {
            const value = element.getAttribute(name);
            return value === null ? [] : [`${name}=${value.slice(0, 40)}`];
        }).join(" "),
        text: isVisible(element) ? "" : "unseen",
        explain: isRight(element, entry) || !isField(element) ? "" : explained(element),
    };
}

/** @param {Element} element @param {import("../../src/forms/types.js").ClassifiedField | undefined} entry */
const isRight = (element, entry) =>
    ["right", "quiet"].includes(
        verdict(element.getAttribute("data-manual-scoring") ?? "", entry?.kind ?? "", entry?.takesAddress ?? false),
    );

/** @param {import("../../src/forms/walk.js").Field} element  the reasons for its kind, or for having none */
function explained(element) {
    const group = groupOf(element, openShadowRootOf);
    const { facts } = factsOf(group, { shadowRootOf: openShadowRootOf, path: null, labels: new Map() });
    return reasonsOf(facts, group.fields.indexOf(element)).join("\n    ");
}

/** @param {Document} page @param {boolean} timed @returns {ScoredPage} */
function scorePage(page, timed) {
    const options = {};
    /** @type {Scored[]} */
    const fields = [];
    let milliseconds = 0;
    let fastest = 0;
    let fieldMilliseconds = 0;
    let elements = 0;
    for (const part of documentsOf(page)) {
        const entries = new Map(classify(part, options).map((entry) => [entry.element, entry]));
        /** @type {Element[]} */
        const inputs = [];
        walk(part, openShadowRootOf, (element) => {
            elements++;
            if (Element.prototype.matches.call(element, textual)) inputs.push(element);
        });
        for (const element of inputs) fields.push(scored(element, entries));
        if (!timed) continue;
        const whole = measure(() => classify(part), 15);
        milliseconds += whole.median;
        fastest += whole.fastest;
        const first = inputs[0];
        if (first !== undefined) {
            const focused = inputs.find((input) => entries.has(/** @type {HTMLInputElement} */ (input))) ?? first;
            fieldMilliseconds = Math.max(fieldMilliseconds, measure(() => classifyField(focused), 15).median);
        }
    }
    return { fields, milliseconds, fastest, fieldMilliseconds, elements };
}

/** @param {Document} page @returns {Sample[]} facts and labels of the forms of a page, for tuning */
function samplesOf(page) {
    return documentsOf(page).flatMap((part) =>
        groupsIn(part, openShadowRootOf).map((group) => ({
            facts: factsOf(group, { shadowRootOf: openShadowRootOf, path: null, labels: new Map() }).facts,
            labels: group.fields.map((field) => field.getAttribute("data-manual-scoring") ?? ""),
        }))
    );
}

/** @returns {Promise<unknown>} */
async function run() {
    const job = await (await fetch("/job")).json();
    /** @type {ScoredPage[]} */
    const pages = [];
    /** @type {Sample[][]} */
    const samples = [];
    for (let index = 0; index < job.count; index++) {
        const frame = await open(`/page/${index}`);
        const page = frame.contentDocument;
        if (page === null) throw new Error(`page ${index} cannot be read`);
        // Each page begins with English only, as in a new tab.
        forgetLanguages();
        for (const part of documentsOf(page)) await prepareLanguages(part, openShadowRootOf);
        pages.push(scorePage(page, job.timed));
        if (job.sites !== null) samples.push(samplesOf(page));
        frame.remove();
    }
    const folds = job.sites === null ? null : crossValidate(samples, job.sites, decide, job.seed);
    return { pages, folds };
}

run().catch((error) => ({ error: String(error?.stack ?? error) })).then((result) =>
    fetch("/result", { method: "POST", body: JSON.stringify(result) })
);
