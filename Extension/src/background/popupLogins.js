// What the toolbar's list shows, by the ids that it sends back: the page's own logins, and those that a search found.

/**
 * @typedef {import("../messages.js").FoundLogin} FoundLogin
 * @typedef {import("../messages.js").Suggestion} Suggestion
 */

/** So many that were found are known at a time. */
const foundLimit = 500;

export class PopupLogins {
    /** @type {{site: string, suggestions: Suggestion[]} | undefined} */
    #own;
    /** @type {Map<string, FoundLogin>} the latest last */
    #found = new Map();

    /** The page's registrable domain, where there is a page. */
    get site() {
        return this.#own?.site;
    }

    /** A list is about to be shown: what was shown before it, perhaps of another page, counts no more. */
    begin() {
        this.#own = undefined;
        this.#found = new Map();
    }

    /** @param {{site: string, suggestions: Suggestion[]}} offers */
    showOwn(offers) {
        this.#own = offers;
    }

    /**
     * Takes what a search found, without what is listed for the page already. What was found before stays: the answer to a
     * search of before may be what the person presses in.
     *
     * @param {readonly FoundLogin[]} logins
     */
    showFound(logins) {
        const found = logins.filter((each) => this.own(each.id) === undefined);
        for (const each of found) {
            // A Map keeps what it has at its old place, where the oldest go from.
            this.#found.delete(each.id);
            this.#found.set(each.id, each);
        }
        for (const id of [...this.#found.keys()].slice(0, -foundLimit)) this.#found.delete(id);
        return found;
    }

    /** @param {string} id */
    own(id) {
        return this.#own?.suggestions.find((each) => each.id === id);
    }

    /**
     * A login of another site than the page's: one found elsewhere before has the same id on its own page.
     *
     * @param {string | undefined} id
     */
    ofOtherSite(id) {
        return id === undefined || this.own(id) !== undefined ? undefined : this.#found.get(id);
    }
}
