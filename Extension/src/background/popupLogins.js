// The logins that the popup shows, by id: the page's own, and those that a search found.

/**
 * @typedef {import("../messages.js").FoundLogin} FoundLogin
 * @typedef {import("../messages.js").Suggestion} Suggestion
 */

/** Maximum number of search results that are kept. */
const foundLimit = 500;

export class PopupLogins {
    /** @type {{site: string, suggestions: Suggestion[]} | undefined} */
    #own;
    /** @type {Map<string, FoundLogin>} the latest last */
    #found = new Map();

    /** The page's registrable domain; `undefined` without a page. */
    get site() {
        return this.#own?.site;
    }

    /** Clears the logins before the popup shows a new list. */
    begin() {
        this.#own = undefined;
        this.#found = new Map();
    }

    /** @param {{site: string, suggestions: Suggestion[]}} offers */
    showOwn(offers) {
        this.#own = offers;
    }

    /**
     * Adds search results, without logins of the page. Earlier results stay valid, since the user may press one of them
     * before the new ones are shown.
     *
     * @param {readonly FoundLogin[]} logins
     */
    showFound(logins) {
        const found = logins.filter((each) => this.own(each.id) === undefined);
        for (const each of found) {
            // Delete first: a Map keeps the position of an existing key, and the oldest are evicted.
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
     * A search result of another site. A login that is on the page's own list has the same id there.
     *
     * @param {string | undefined} id
     */
    ofOtherSite(id) {
        return id === undefined || this.own(id) !== undefined ? undefined : this.#found.get(id);
    }
}
