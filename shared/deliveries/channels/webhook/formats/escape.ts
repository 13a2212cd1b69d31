/** Takes no width and parts words. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Puts an invisible space behind an `@` that begins a word, so that nobody is mentioned. Mail addresses stay as they are. */
export const withoutMentions = (text: string): string => text.replace(/(?<![A-Za-z0-9_])@/g, `@${ZERO_WIDTH_SPACE}`);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the three characters that are special in Slack's texts and in Google's. */
export const withEntities = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);

/**
 * An address is one word to Markdown: a backslash in it would become part of it. It ends before anything that could be
 * markup; an underscore between letters or digits is none.
 */
const ADDRESS = /((?<=^|[\s(])https?:\/\/(?:[A-Za-z0-9.\-/?=&%:+,;$'!#@]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*)/i;

/** What begins lists, headings and quotes, and what would show as a picture. */
const LINE_START = /^(\s*)([-+=])/gm;
const NUMBERED = /^(\s*\d+)([.)])/gm;
const EMOJI = /:(?=[\w+-]+:)/g;

/**
 * Escapes Markdown as Discord and Mattermost know it. Indentation, which could begin a block of code, becomes spaces that
 * Markdown does not know.
 */
export const withoutMarkdown = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[\\`*_~|<>[\]#]/g, '\\$&').replace(EMOJI, '\\:')))
    .join('')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED, '$1\\$2')
    .replace(/^[ \t]+/gm, (indent) => '\u2003'.repeat(indent.length));
