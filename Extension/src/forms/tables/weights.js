/**
 * The weight of each place. Small numbers: only their order matters.
 * `test/score/tune.js` tries other weights with cross-validation.
 */

/** @typedef {typeof weights} Weights */

export const weights = {
    /** Weight of a phrase near a field, by place. */
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
        column: 6,
        section: 1.5,
        box: 4,
        suffix: 6,
    },
    /** Factor for names and ids if a visible text describes the field. */
    hushed: { identifier: 0.5 },
    /** Weight of an input's type. */
    type: {
        email: 5,
        password: 7,
        tel: 2.5,
        url: 4,
        search: 6,
        number: 1,
    },
    /** Weight of a phrase in a form, by place. */
    form: {
        button: 3,
        heading: 2.5,
        attribute: 2,
        link: 1.5,
        text: 0.75,
        title: 1.5,
        path: 1.5,
        caption: 1.5,
        around: 1,
    },
    /** Minimum weight for each kind. */
    threshold: {
        email: 2.5,
        username: 2.5,
        code: 3,
        plainPassword: 5,
        bareCode: 2.5,
    },
};
