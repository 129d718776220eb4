#!/usr/bin/env node
/**
 * Scores the form classifier on a folder of labelled pages, in a real Chromium or Firefox.
 *
 * The attribute `data-manual-scoring="LABEL"` labels a credential field: username, emailAddress,
 * `username OR emailAddress`, password, password.current, password.new, totp. Any other label, `unknown` or no label
 * means that the field is not for credentials. Runs with node 18 or later and with deno; needs a browser only.
 */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { browsers } from "./browsers.mjs";
import { report, summarise } from "./report.mjs";
import { serve } from "./server.mjs";

const usage = `usage: Scripts/score-forms FOLDER [--json] [--folds] [--errors] [--timed] [--strict] [--firefox]

  --json     print the whole result as JSON
  --folds    tune the weights on nine tenths of the sites and score the tenth left out, ten times
  --errors   list every field that is not right
  --timed    measure how long classifying a page takes
  --strict   fail below 98.9 % right credential fields, or from 0.5 % mistaken fields with another label
  --firefox  run in Firefox instead of Chromium`;

/** @param {string} message @param {string} hint @returns {never} */
function fail(message, hint) {
    process.stderr.write(`score-forms: error: ${message}\nscore-forms: hint: ${hint}\n`);
    process.exit(2);
}

/** @param {string} folder @returns {string[]} */
function pagesIn(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : pagesIn(path);
        return /\.x?html?$/i.test(entry.name) ? [path] : [];
    }).sort();
}

/**
 * Name of the site that a page was saved from, guessed from the file name: `example` for `example_login.html`.
 * @param {string} path
 */
function siteOf(path) {
    const words = basename(path).replace(/\.\w+$/, "").split(/[_-]/);
    return words.find((word) => word.length > 4 && !generic.has(word)) ?? words[0] ?? "";
}

const generic = new Set([
    "login",
    "signup",
    "account",
    "accounts",
    "secure",
    "online",
    "checkout",
    "members",
    "mobile",
    "support",
    "sports",
    "studio",
    "mypage",
    "areaclientes",
    "customerportal",
    "webmail",
    "members",
    "apply",
    "signin",
]);

/**
 * @typedef {{folder: string, without?: RegExp, folds?: boolean, timed?: boolean, seconds?: number}} ScoringOptions
 * @param {ScoringOptions & {browser?: keyof typeof browsers}} options
 * @returns {Promise<import("./report.mjs").Summary>}
 */
export async function scoreFolder({ folder, without, folds = false, timed = false, seconds = 600, browser = "chromium" }) {
    const extension = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
    const { find, open, title } = browsers[browser];
    const executable = find();
    if (executable === null) throw new Error(`no ${title} found`);
    const pages = pagesIn(folder).filter((page) => !without?.test(relative(folder, page)));
    const job = { count: pages.length, timed, seed: 4, sites: folds ? pages.map(siteOf) : null };
    const server = await serve({ extension, pages, job });
    const opened = open(executable, server.address);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let clock;
    try {
        const result = await Promise.race([
            server.result,
            opened.ended.then((words) => Promise.reject(new Error(`${title} ended early: ${words.trim()}`))),
            new Promise((_, reject) =>
                clock = setTimeout(() => reject(new Error(`no result after ${seconds} s`)), seconds * 1000)
            ),
        ]);
        return summarise(
            /** @type {import("./report.mjs").Result} */ (result),
            pages.map((page) => relative(folder, page)),
        );
    } finally {
        clearTimeout(clock);
        await opened.close();
        server.close();
    }
}

async function main() {
    const flags = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
    const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
    const known = ["--json", "--folds", "--errors", "--timed", "--strict", "--firefox", "--help", "-h"];
    const unknown = flags.find((flag) => !known.includes(flag));
    if (unknown !== undefined) fail(`unknown option ${unknown}`, "run \"Scripts/score-forms --help\"");
    if (flags.includes("--help") || flags.includes("-h")) {
        process.stdout.write(`${usage}\n`);
        return;
    }
    if (folder === undefined) fail("no folder given", "run \"Scripts/score-forms FOLDER\"");
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
        fail(`${folder} is not a folder`, "give a folder of .html files");
    }
    if (pagesIn(folder).length === 0) fail(`${folder} has no .html file`, "give a folder of labelled pages");
    const browser = flags.includes("--firefox") ? "firefox" : "chromium";
    const { find, title, variable } = browsers[browser];
    if (find() === null) fail(`no ${title} found`, `install it, or set ${variable} to its path`);
    const options = { folder, browser, folds: flags.includes("--folds"), timed: flags.includes("--timed") };
    const summary = await scoreFolder(/** @type {Parameters<typeof scoreFolder>[0]} */ (options))
        .catch((error) => fail(error.message, `try again; ${variable} chooses another browser`));
    if (flags.includes("--json")) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    else process.stdout.write(report(summary, flags.includes("--errors")));
    if (flags.includes("--strict")) requireAccuracy(summary);
}

/**
 * Exits with status 1 when the classifier is less accurate than it was on the pages that the rules were tuned on.
 * @param {import("./report.mjs").Summary} summary
 */
function requireAccuracy({ right, credentials, labelled, mistakes }) {
    // Most unlabelled fields that the classifier takes are credential fields without a label, and no label means a code.
    const mistaken = mistakes.filter((mistake) =>
        mistake.verdict === "falsePositive" && mistake.label !== "" && mistake.kind !== "oneTimeCode"
    ).length;
    const failures = [
        ...(right / credentials >= 0.989 ? [] : [`only ${right} of ${credentials} credential fields are right`]),
        ...(mistaken / labelled.others < 0.005 ? [] : [`${mistaken} of ${labelled.others} other fields are mistaken`]),
    ];
    for (const failure of failures) process.stderr.write(`score-forms: error: ${failure}\n`);
    if (failures.length > 0) process.exitCode = 1;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
