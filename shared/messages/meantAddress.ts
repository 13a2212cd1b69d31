/** Full-width and small forms of ASCII, as Japanese and Chinese keyboards write them. */
const WIDE = /[\uff01-\uff5e\ufe52\ufe6b\u3002\uff61]/g;
const FORMS: Readonly<Record<string, string>> = { '\ufe52': '.', '\ufe6b': '@', '\u3002': '.', '\uff61': '.' };
/** Characters without width or with a direction only, which come along when a text is copied. */
const UNSEEN = /\p{DI}|\p{Cf}|(?!\s)\p{Cc}/gu;
const SCHEME = 'mailto:';
/** Quotes and brackets around an address. */
const OPENING = `"'\`<([{«‹“”„‟‘’‚‛「（＜`;
const CLOSING = `"'\`>)]}»›“”‟’‘」）＞`;
/** Signs behind an address at the end of a sentence or in a list. */
const BEHIND = '.,;:!?、，،؛';

/**
 * The address that a person means by a text: without quotes, `mailto:` and invisible characters around it, blanks around
 * it and its at sign, and the comma or full stop of a sentence. Anything else stays as it is. Linear time.
 */
export function meantAddress(text: string): string {
  // Keyboards of telephones add a blank after a word.
  const parts = withoutUnseen(text).replace(WIDE, inAscii).split('@');
  const scheme = parts.map((part) => part.trim()).join('@');
  let [start, end] = [0, scheme.length];
  const skip = () => {
    while (start < end && (isSpace(scheme, start) || OPENING.includes(scheme.charAt(start)))) start++;
    while (end > start && (isSpace(scheme, end - 1) || (CLOSING + BEHIND).includes(scheme.charAt(end - 1)))) end--;
  };
  skip();
  const found = scheme.slice(start, end);
  if (found.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return found;
  return (found.slice(SCHEME.length).split('?', 1)[0] ?? '').trim();
}

/** Text without invisible characters. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

const inAscii = (sign: string): string => FORMS[sign] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
const isSpace = (text: string, at: number): boolean => text.charAt(at).trim() === '';
