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
const SCHEME = 'data:';
const TYPE = /^[\w.+-]+\/[\w.+-]+$/;
/** Blanks stand for `+` where a script did not escape it, and some encoders break lines. */
const DIGITS = /^[\w+/\s-]+={0,2}$/;

/** The data URL in base64 that a text is as a whole; undefined for other texts, and for one without content. */
export function dataUrlIn(text: string): DataUrl | undefined {
  const headLength = text.slice(0, HEAD_LENGTH_MAX).indexOf(',') + 1;
  const [type = '', ...parameters] = text
    .slice(0, Math.max(0, headLength - 1))
    .trimStart()
    .slice(SCHEME.length)
    .split(';');
  const isDataUrl = text.trimStart().slice(0, SCHEME.length).toLowerCase() === SCHEME && TYPE.test(type);
  if (!isDataUrl || parameters.pop()?.trim().toLowerCase() !== 'base64') return undefined;
  const content = text.slice(headLength).trim();
  if (!DIGITS.test(content)) return undefined;
  const digits = content.replace(/[\r\n\t=]/g, '').length;
  const named = parameters.map((each) => each.trim()).find((each) => /^(?:file)?name=/i.test(each));
  const name = named?.slice(named.indexOf('=') + 1).replaceAll('"', '');
  return {
    type: type.toLowerCase(),
    name: name && unescaped(name),
    contentStart: headLength,
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
