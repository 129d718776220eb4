// Finds what a page reports as wrong with a form: invalid fields, alerts, and text next to it.

import { matches } from "../../forms/attributes.js";
import { confirmingWords, errorWords, successWords } from "./outcomeWords.js";
import { pageTexts } from "./pageTexts.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

const isError = new RegExp(errorWords, "iu"), isSuccess = new RegExp(successWords, "iu");

/** Maximum number of texts that are read near a form. */
const mostTexts = 400;
/** Neighbours on each side that are read, for a form directly in the body. */
const neighbours = 3;
/** Elements whose text changes regularly or has nothing to do with a login. */
const elsewhere = "button,[role=button],input,select,textarea,option,script,style,noscript,template,progress,time," +
    "[role=status],[role=timer],[role=progressbar],nav,footer,aside,iframe";
/** Texts that mean "still in progress": by their ending in every language, and by words in these. */
const progress = new RegExp("(?:…|\\.\\.\\.|⋯)[\\s)]*$|" + [
    "please wait", "^loading", "signing (?:you )?in", "logging (?:you )?in", "redirecting", "verifying",
    "bitte warten", "wird geladen", "(?:werden|wirst) angemeldet", "weitergeleitet", "veuillez patienter", "chargement", "connexion en cours",
    "espere", "cargando", "iniciando sesi", "aguarde", "carregando", "entrando", "attendere", "caricamento", "accesso in corso",
    "even geduld", "wordt geladen", "bezig met", "proszę czekać", "ładowanie", "trwa logowanie", "подождите", "загрузка",
    "выполняется вход", "lütfen bekleyin", "yükleniyor", "giriş yapılıyor", "お待ち", "読み込み中", "ログイン中", "登录中", "登錄中", "登入中",
    "请稍", "請稍", "加载中", "載入中", "잠시만", "로그인 중", "불러오는 중",
].join("|"), "iu");

/**
 * The errors of a form: invalid fields, and alerts in it or next to it. An alert that confirms a change is not an error.
 *
 * @param {ClassifiedForm} form
 * @returns {string[]}
 */
export function complaintsIn(form) {
    const changes = isChange(form.kind);
    // A required field is invalid after the page has emptied it, even after a success.
    const isMarked = (/** @type {HTMLInputElement} */ element) => element.getAttribute("aria-invalid") === "true" ||
        changes && element.value !== "" && matches(element, ":user-invalid");
    const marked = form.fields.map((field, index) => ({ element: field.element, index }))
        .filter(({ element }) => isMarked(element)).map(({ index }) => `field ${index}`);
    const confirms = (/** @type {string} */ text) => changes && isSuccess.test(text) && !isError.test(text);
    const around = ownerOf(form)?.parentElement ?? form.element;
    const alerts = [...around.querySelectorAll("[role=alert],[aria-live=assertive]")]
        .map((alert) => alert.textContent?.trim().slice(0, 200) ?? "")
        .filter((text) => text !== "" && !isProgress(text) && !confirms(text));
    return [...marked, ...alerts];
}

/**
 * Whether a form changes an account. Pages often confirm such a change beside the form, without removing the form.
 *
 * @param {string} kind of the form
 */
export function isChange(kind) {
    return kind === "changePassword" || kind === "updateEmail";
}

/**
 * The visible texts of a form's page, also in the shadow root around the form, and those that look like an error.
 *
 * @param {ClassifiedForm} form
 */
export function textsOfPage(form) {
    const root = form.element.getRootNode(), page = pageTexts(errorWords, confirmingWords);
    if (!(root instanceof ShadowRoot) || root.mode === "open") return page;
    const own = pageTexts(errorWords, confirmingWords, root);
    return { texts: [...page.texts, ...own.texts], errors: [...page.errors, ...own.errors] };
}

/**
 * The visible texts in a form and next to it.
 *
 * @param {ClassifiedForm} form
 * @returns {string[]}
 */
export function textsNear(form) {
    /** @type {string[]} */
    const texts = [];
    for (const part of partsNear(ownerOf(form) ?? form.element)) {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null && texts.length < mostTexts; node = walker.nextNode()) {
            const text = node.nodeValue?.trim().slice(0, 200) ?? "";
            const parent = node.parentElement;
            if (!/\p{L}{2}/u.test(text) || parent === null || parent.closest(elsewhere) !== null) continue;
            if (isProgress(text)) continue;
            if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) texts.push(text);
        }
    }
    return texts;
}

/**
 * Whether a text means that something is in progress.
 *
 * @param {string} text
 */
export function isProgress(text) {
    return progress.test(text);
}

/**
 * The elements around a form, but not a whole page.
 *
 * @param {Element} owner
 * @returns {Element[]}
 */
function partsNear(owner) {
    const parent = owner.parentElement;
    if (owner === document.body || owner === document.documentElement) return [owner];
    if (parent !== null && parent !== document.body) return [parent];
    const siblings = [...parent?.children ?? []];
    const own = siblings.indexOf(owner);
    return own < 0 ? [owner] : siblings.slice(Math.max(0, own - neighbours), own + neighbours + 1);
}

/** @param {ClassifiedForm} form */
function ownerOf(form) {
    return form.fields[0]?.element.closest("form") ?? null;
}
