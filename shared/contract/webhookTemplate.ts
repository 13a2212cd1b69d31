import { TEMPLATE_BYTES_MAX, TEMPLATE_DEPTH_MAX } from './limits.ts';
import { type FieldPlaceholder, isFieldPlaceholder, splitAtPlaceholders, unknownPlaceholder } from './placeholders.ts';

/** Placeholders in double braces, besides `field.NAME` with any field's name. */
export const TEMPLATE_PLACEHOLDERS = ['form', 'date', 'reference', 'event', 'fields', 'submission.url'] as const;
export type Placeholder = (typeof TEMPLATE_PLACEHOLDERS)[number] | FieldPlaceholder;

const isPlaceholder = (name: string): name is Placeholder =>
  (TEMPLATE_PLACEHOLDERS as readonly string[]).includes(name) || isFieldPlaceholder(name);

export interface TemplateValues {
  /** For a text that is only a placeholder: a JSON value. */
  value(name: Placeholder): unknown;
  /** For a placeholder within a text. */
  text(name: Placeholder): string;
}

/**
 * Fills in a template. Placeholders are only replaced within strings, and values are encoded as JSON, so that only the
 * template determines the structure.
 * @returns JSON
 * @throws SyntaxError if the template is not valid JSON
 */
export function fillInTemplate(template: string, filling: TemplateValues): string {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value, filling);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(fill);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
  };
  return JSON.stringify(fill(JSON.parse(template)));
}

function fillText(text: string, filling: TemplateValues): unknown {
  const parts = splitAtPlaceholders(text);
  const [before, name = '', after] = parts;
  if (parts.length === 3 && before === '' && after === '' && isPlaceholder(name)) return filling.value(name);
  return parts.map((part, place) => (place % 2 === 1 && isPlaceholder(part) ? filling.text(part) : part)).join('');
}

/** The problem with a template, if any: it must be JSON with known placeholders. */
export function problemOf(template: string): string | undefined {
  if (new TextEncoder().encode(template).length > TEMPLATE_BYTES_MAX) {
    return `must have at most ${TEMPLATE_BYTES_MAX.toLocaleString('en')} bytes`;
  }
  let value: unknown;
  try {
    value = JSON.parse(template);
  } catch {
    return 'must be JSON';
  }
  return problemIn(value, 1);
}

function problemIn(value: unknown, level: number): string | undefined {
  if (level > TEMPLATE_DEPTH_MAX) return `must be at most ${TEMPLATE_DEPTH_MAX} levels deep`;
  if (typeof value === 'string') return unknownPlaceholder(value, TEMPLATE_PLACEHOLDERS);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).some((name) => splitAtPlaceholders(name).length > 1))
    return 'must have placeholders only in values';
  for (const each of Object.values(value)) {
    const problem = problemIn(each, level + 1);
    if (problem) return problem;
  }
  return undefined;
}
