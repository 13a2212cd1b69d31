const NAME_BETWEEN_BRACES = /(?<=\{\{)([^{}]*)(?=\}\})/;

/** `field.NAME`, with the name of any field. */
export type FieldPlaceholder = `field.${string}`;

export const isFieldPlaceholder = (name: string): name is FieldPlaceholder => /^field\../s.test(name);

/** Splits a text at its placeholders: the names between double braces are at the odd positions. */
export const splitAtPlaceholders = (text: string): string[] =>
  text
    .split(NAME_BETWEEN_BRACES)
    .map((part, place, { length }) =>
      place % 2 === 1 ? part.trim() : part.slice(place === 0 ? 0 : 2, place === length - 1 ? undefined : -2),
    );

/** The names of the fields that a text has placeholders for. */
export const fieldsIn = (text: string): string[] =>
  splitAtPlaceholders(text).flatMap((part, place) =>
    place % 2 === 1 && isFieldPlaceholder(part) ? fieldOf(part) : [],
  );

/** The name of the field in its placeholder. */
export const fieldOf = (placeholder: FieldPlaceholder): string => placeholder.slice('field.'.length);

/** A field's value in previews and tests: its name. */
export const sampleValueOf = (field: string): string => `‹${field}›`;

/** Describes the first placeholder of a text that is neither known nor a field; undefined if there is none. */
export function unknownPlaceholder(text: string, known: readonly string[]): string | undefined {
  const isKnown = (name: string) => known.includes(name) || isFieldPlaceholder(name);
  const unknown = splitAtPlaceholders(text).find((part, place) => place % 2 === 1 && !isKnown(part));
  if (unknown === undefined) return undefined;
  const allowed = [...known, 'field.NAME'].map((name) => `{{${name}}}`).join(', ');
  return `has the unknown placeholder {{${unknown.slice(0, 50)}}} (known are ${allowed})`;
}
