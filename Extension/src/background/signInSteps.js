// The account names of the steps of a login or sign-up in one tab and site, in the order of the steps. Pure.

/**
 * @typedef {object} Step
 * @property {string} user
 * @property {string} place the page and the field; "" for an account that was picked
 * @property {boolean} isName whether it is neither an e-mail address nor a phone number
 * @property {boolean} isCertain whether the field certainly names an account
 * @property {number} until the time at which it expires
 */

/**
 * Whether a user is neither an e-mail address nor a phone number. Of a picked account only the text is known.
 *
 * @param {string} user
 */
export function isAccountName(user) {
    return !user.includes("@") && !user.startsWith("+");
}

/** Maximum number of steps per tab and site. */
const most = 8;

/**
 * Adds a step. If the user types in an earlier step again, that step and all later ones are dropped.
 *
 * @param {readonly Step[]} steps
 * @param {Step} step
 * @returns {Step[]}
 */
export function withStep(steps, step) {
    const at = steps.findIndex(({ place }) => place === step.place), replaced = steps[at]?.user ?? step.user;
    const before = (at < 0 ? steps : steps.slice(0, at)).filter(({ user }) => user !== replaced && user !== step.user);
    return [...before, step].slice(-most);
}

/**
 * The user name for the password step: the last name, else the last e-mail address or phone number. Uncertain steps count
 * only if there is no certain one.
 *
 * @param {readonly Step[]} steps
 */
export function userOfSteps(steps) {
    const certain = steps.filter(({ isCertain }) => isCertain);
    return (certain.findLast(({ isName }) => isName) ?? certain.at(-1) ?? steps.at(-1))?.user;
}
