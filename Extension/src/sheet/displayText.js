// Makes untrusted texts safe to show. Titles, user names and sites come from providers, imports and pages. Characters that
// could reverse the reading order, hide letters, break a line or cover other lines are shown as visible symbols.
// The terminal and pinentry use the same symbols; see DisplayText.swift.

/** Vietnamese, Hebrew and Thai need two or three; a longer stack of marks covers the lines around it. */
const longestRunOfMarks = 4;

const mark = /[\p{Mn}\p{Me}]/u;
const emoji = /\p{Emoji}/u;
const emojiModifier = /\p{Emoji_Modifier}/u;
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
/** Letters and symbols without visible shape. */
const inkless = /[\u2800\u3164\uFFA0\u115F\u1160]/u;
/** From Arabic to Myanmar: the scripts in which the zero-width joiner and non-joiner change letters' forms. */
const joiningScript = /[\u0600-\u109F]/u;
const plain = /^[\x20-\x7E]*$/;

/**
 * One line without active characters: control characters as their pictures, invisible ones as `<U+202E>`.
 *
 * @param {string} text
 */
export function escaping(text) {
    if (plain.test(text)) return text;
    const characters = [...text];
    let result = "";
    let marks = 0;
    characters.forEach((character, index) => {
        const previous = characters[index - 1];
        const isMark = mark.test(character);
        marks = isMark ? marks + 1 : 0;
        if (isHarmless(character, previous, characters[index + 1]) && marks <= longestRunOfMarks) {
            // A mark without a base would combine with the preceding text.
            if (isMark && previous === undefined) result += "\u25CC";
            result += character;
        } else {
            result += picture(character);
        }
    });
    return result;
}

/**
 * The text's lines, each of them escaped.
 *
 * @param {string} text
 */
export function lines(text) {
    return text.split(/\r\n|\n/).map(escaping);
}

/**
 * The end of a text that is too long: a host's end is its significant part.
 *
 * @param {string} text escaped
 * @param {number} limit
 */
export function keepingEnd(text, limit) {
    const characters = [...text];
    return characters.length <= limit ? text : "…" + characters.slice(characters.length - limit + 1).join("");
}

/**
 * @param {string} character
 * @param {string | undefined} previous
 * @param {string | undefined} next
 */
function isHarmless(character, previous, next) {
    switch (character) {
        case "\uFE0F":  // requests the emoji form of the preceding character
            return previous !== undefined && emoji.test(previous);
        case "\u200D":
        case "\u200C":
            if (character === "\u200D" && previous !== undefined && endsEmoji(previous)) {
                return next !== undefined && emoji.test(next);
            }
            return previous !== undefined && next !== undefined && joiningScript.test(previous)
                && joiningScript.test(next);
        default:
            return !harmful.test(character) && !inkless.test(character);
    }
}

/** @param {string} character */
function endsEmoji(character) {
    return character === "\uFE0F" || (emoji.test(character) && character > "\u007F") || emojiModifier.test(character);
}

/**
 * The visible form of an unsafe character.
 *
 * @param {string} character
 */
function picture(character) {
    const value = character.codePointAt(0) ?? 0;
    if (value < 0x20) return String.fromCodePoint(0x2400 + value);
    if (value === 0x7F) return "\u2421";
    return `<U+${value.toString(16).toUpperCase().padStart(4, "0")}>`;
}
