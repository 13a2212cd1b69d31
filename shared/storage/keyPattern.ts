/** What each placeholder of a key's pattern stands for, by its name: `{ enp: 'enp_…' }`. */
type Placeholders = Readonly<Record<string, string>>;

/** Placeholders that do not stand for any text: an address, or `*`, tells a notification from a digest. */
const RESTRICTED: Readonly<Record<string, (text: string) => boolean>> = {
  recipient: (text) => text === '*' || text.includes('@'),
};

/**
 * Compares a key with a pattern such as `ENP#<enp>`. A placeholder stands for one character or more, up to where the
 * text after it comes first.
 * @returns what the placeholders stand for; undefined when the key does not fit
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
