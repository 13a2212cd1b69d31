import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';

/** Names made for programs: ASCII without spaces. Others are shown unchanged. */
const MACHINE_NAME = /^[A-Za-z0-9_.[\]-]{1,100}$/;
/** Between the words of `firstName` and of `billingVATNumber`; `eMail` and `iPhone` are one word. */
const WORD_START = /(?<=[A-Za-z0-9][a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/**
 * The labels that people read instead of names: those of the rules, otherwise the names in words, unless another field
 * has the same label.
 * @param names all that are shown together
 */
export function labelsOf(
  names: readonly string[],
  rules: readonly Pick<FieldRule, 'name' | 'label'>[] = [],
): (name: string) => string {
  const given = new Map(rules.map(({ name, label }) => [name, label]));
  const labels = new Map(names.map((name) => [name, given.get(name) ?? inWords(name)]));
  const uses = new Map<string, number>();
  for (const label of labels.values()) uses.set(label, (uses.get(label) ?? 0) + 1);
  return (name) => {
    const label = labels.get(name) ?? name;
    return given.get(name) ?? (uses.get(label) === 1 ? label : name);
  };
}

/** `phone_number` as `Phone number`. Abbreviations keep their capitals. */
function inWords(name: string): string {
  if (!MACHINE_NAME.test(name)) return name;
  const words = name.split(/[_.[\]-]+/).flatMap((part) => part.split(WORD_START));
  const spelled = words.filter(Boolean).map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word));
  const isShouted = spelled.length > 1 && name === name.toUpperCase();
  const text = isShouted ? spelled.join(' ').toLowerCase() : spelled.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
