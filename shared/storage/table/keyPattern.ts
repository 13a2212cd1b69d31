/** Values of a key pattern's placeholders, by name: `{ enp: 'enp_…' }`. */
type Placeholders = Readonly<Record<string, string>>;

/** Placeholders that match only some texts: an address, or `*`, distinguishes a notification from a digest. */
const RESTRICTED: Readonly<Record<string, (text: string) => boolean>> = {
  recipient: (text) => text === '*' || text.includes('@'),
  ses: (text) => text.startsWith('ses_'),
  key: (text) => !text.startsWith('ses_'),
};

/**
 * Matches a key against a pattern such as `ENP#<enp>`. A placeholder matches one or more characters, up to the first
 * occurrence of the text that follows it.
 * @returns the values of the placeholders; undefined if the key does not match
 */
export function matchKey(pattern: string, key: string): Placeholders | undefined {
  const [start = '', ...parts] = pattern.split('<');
  if (!key.startsWith(start)) return undefined;
  const found: Record<string, string> = {};
  let rest = key.slice(start.length);
  for (const part of parts) {
    const [name = '', text = ''] = part.split('>');
    const end = text === '' ? rest.length : rest.indexOf(text);
    const value = rest.slice(0, Math.max(0, end));
    if (value === '' || !(RESTRICTED[name]?.(value) ?? true)) return undefined;
    found[name] = value;
    rest = rest.slice(end + text.length);
  }
  return rest === '' ? found : undefined;
}
