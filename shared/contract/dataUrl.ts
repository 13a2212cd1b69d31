/** A file in a text, as canvases and signature pads write it (RFC 2397). */
export interface DataUrl {
  /** In lower case. */
  type: string;
  /** From the parameter `name` or `filename`, which some form libraries add. */
  name: string | undefined;
  /** Position of the first digit. */
  contentStart: number;
  bytes: number;
}

/** Characters in which the type and its parameters end: a name has at most 200 bytes, each up to three characters. */
const HEAD_LENGTH_MAX = 1_000;
const HEAD = /^\s*data:([\w.+-]+\/[\w.+-]+)((?:;[^;,]*)*?);\s*base64,/i;
/** Blanks stand for `+` where a script did not escape it, and some encoders break lines. */
const DIGITS = /^[\w+/\s-]+={0,2}$/;

/** The data URL in base64 that a text is as a whole; undefined for other texts, and for one without content. */
export function dataUrlIn(text: string): DataUrl | undefined {
  const [head, type = '', parameters = ''] = HEAD.exec(text.slice(0, HEAD_LENGTH_MAX)) ?? [];
  if (head === undefined) return undefined;
  const content = text.slice(head.length).trim();
  if (!DIGITS.test(content)) return undefined;
  const digits = content.replace(/[\r\n\t=]/g, '').length;
  const name = /;\s*(?:file)?name="?([^";]*)/i.exec(parameters)?.[1];
  return {
    type: type.toLowerCase(),
    name: name && unescaped(name),
    contentStart: head.length,
    bytes: (digits * 3) >> 2,
  };
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
