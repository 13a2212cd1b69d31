/** A sequence that occurs nowhere else, short enough to survive in a cut quotation. */
export const MARK = 'qzxjvk';

let count = 0;

/** A text that is recognizable anywhere, also in part: letters and digits only. */
export const plantedText = (): string => `${MARK}${++count}${MARK}`;

export const plantedEmail = (): string => `${plantedText()}@${MARK}.example`;
/** The value, and it with each of its parts in turn replaced by planted texts. */
export function spoiled(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value, plantedText(), [plantedText()]];
  const parts = Object.entries(value).flatMap(([name, part]) =>
    spoiled(part)
      .slice(1)
      .map((other) => [name, other]),
  );
  const changed = parts.map(([name, other]) =>
    Array.isArray(value)
      ? value.map((each, i) => (String(i) === name ? other : each))
      : { ...value, [String(name)]: other },
  );
  return [value, plantedText(), { [plantedText()]: plantedText() }, ...changed];
}

/** Its base64 at any offset: the characters that do not depend on neighbours. */
const asBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.from('-'.repeat(before) + text);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });

export function linesWith(log: string, texts: string[] = []): string[] {
  const plain = [MARK, ...texts].flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString('hex')]);
  const sought = plain.map((text) => text.toLowerCase());
  const encoded = [MARK, ...texts].flatMap(asBase64);
  return log.split('\n').filter((line) => {
    const lowerCase = line.toLowerCase();
    return sought.some((text) => lowerCase.includes(text)) || encoded.some((text) => line.includes(text));
  });
}
