#!/usr/bin/env node
/**
 * Scores the form classifier on a folder of labelled pages, in a real Chromium or Firefox.
 *
 * Every field that matters carries `data-manual-scoring="LABEL"`: username, emailAddress, `username OR emailAddress`,
 * password, password.current, password.new, totp; any other label, `unknown` or none at all says that the field is
 * not for credentials. Runs with node 18 or later and with deno; needs nothing else but a browser.
 */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { browsers } from "./score/browsers.mjs";
import { report, summarise } from "./score/report.mjs";
import { serve } from "./score/server.mjs";

const usage = `usage: score-forms.mjs FOLDER [--json] [--folds] [--errors] [--timed] [--firefox]

  --json    print everything as JSON
  --folds   tune the weights on nine tenths of the sites, score the tenth left out, ten times
  --errors  list every field that was not right
  --timed   measure what classifying a page costs
  --firefox in Firefox instead of Chromium`;

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
 * The site that a page was saved from, by its file name: `example_login.html` is of `example`.
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
 * @typedef {{folder: string, folds?: boolean, timed?: boolean, seconds?: number}} What
 * @param {What & {browser?: keyof typeof browsers}} options
 * @returns {Promise<import("./score/report.mjs").Summary>}
 */
export async function scoreFolder({ folder, folds = false, timed = false, seconds = 600, browser = "chromium" }) {
    const extension = resolve(dirname(fileURLToPath(import.meta.url)), "..");
    const { find, open, title } = browsers[browser];
    const executable = find();
    if (executable === null) throw new Error(`no ${title} found`);
    const pages = pagesIn(folder);
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
            /** @type {import("./score/report.mjs").Result} */ (result),
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
    const known = ["--json", "--folds", "--errors", "--timed", "--firefox", "--help", "-h"];
    const strange = flags.find((flag) => !known.includes(flag));
    if (strange !== undefined) fail(`unknown option ${strange}`, "run score-forms.mjs --help");
    if (flags.includes("--help") || flags.includes("-h")) {
        process.stdout.write(`${usage}\n`);
        return;
    }
    if (folder === undefined) fail("no folder given", "run score-forms.mjs FOLDER");
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
        fail(`${folder} is no folder`, "give a folder of .html files");
    }
    if (pagesIn(folder).length === 0) fail(`${folder} has no .html file`, "give a folder of labelled pages");
    const browser = flags.includes("--firefox") ? "firefox" : "chromium";
    const { find, title, variable } = browsers[browser];
    if (find() === null) fail(`no ${title} found`, `install it, or set ${variable} to its path`);
    const how = { folder, browser, folds: flags.includes("--folds"), timed: flags.includes("--timed") };
    const summary = await scoreFolder(/** @type {Parameters<typeof scoreFolder>[0]} */ (how))
        .catch((error) => fail(error.message, `try again; ${variable} chooses another browser`));
    if (flags.includes("--json")) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    else process.stdout.write(report(summary, flags.includes("--errors")));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
