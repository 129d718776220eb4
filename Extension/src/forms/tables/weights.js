/**
 * How much each place counts. Small numbers on purpose: they say what is stronger than what, no more.
 * `test/score/tune.js` tries others by folds and says whether they hold on sites left out.
 */

/** @typedef {typeof weights} Weights */

export const weights = {
    /** What a phrase beside a field adds, by where it was found. */
    field: {
        autocomplete: 6,
        label: 4,
        aria: 4,
        placeholder: 3.5,
        name: 3,
        id: 2.5,
        title: 2,
        value: 3,
        near: 3,
        other: 1.5,
        sentence: 1.5,
        image: 4,
    },
    /** How much of a name, id and the like is left where a text that people read says what the field is for. */
    hushed: { identifier: 0.5 },
    /** What the type of an input adds. */
    type: {
        email: 5,
        password: 7,
        tel: 2.5,
        url: 4,
        search: 6,
        number: 1,
    },
    /** What a phrase of a form adds, by where it was found. */
    form: {
        button: 3,
        heading: 2.5,
        attribute: 2,
        link: 1.5,
        text: 0.75,
        title: 1.5,
        path: 1.5,
    },
    /** Below this, what was found beside a field is not enough. */
    threshold: {
        email: 2.5,
        username: 2.5,
        code: 3,
        plainPassword: 5,
        bareCode: 2.5,
    },
};
