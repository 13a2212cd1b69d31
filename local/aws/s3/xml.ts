/** Content of an element: text, child elements by name, or nothing. A list repeats its element. */
export type XmlContent = string | number | boolean | XmlFields | XmlFields[] | undefined;
export interface XmlFields {
  [name: string]: XmlContent;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup characters and line breaks. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '').replaceAll('\r', '&#13;');

const render = (name: string, content: XmlContent): string => {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((each) => render(name, each)).join('');
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([inside, each]) => render(inside, each))
          .join('')
      : escapeText(String(content));
  return `<${name}>${inner}</${name}>`;
};

export const xmlDocument = (name: string, fields: XmlFields): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${render(name, fields)}`;

const REFERENCES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const unescapeText = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex ?? decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
    return REFERENCES[name] ?? whole;
  });

/** Texts of all elements with this name that contain only text. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescapeText(text));

/** Contents of all elements with this name. They must not be nested. */
export const elementsOf = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.split(`</${name}>`, 1)[0] ?? '');
