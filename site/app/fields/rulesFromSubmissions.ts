import type { FieldType } from '../../../shared/contract/choices.ts';
import { isControlField, otherControls } from '../../../shared/contract/controlFields.ts';
import type { FieldRule } from '../../../shared/contract/schemas/fieldRules.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';

/** Submissions that rules are derived from. */
export const SUBMISSIONS_READ = 50;
/** A field is required if at least this many submissions all have it. */
const REQUIRED_FROM = 5;
/** A text of at least this many characters gets several lines. */
const LONG_TEXT = 150;

/** Types recognized by their values, in the order they are tried. */
const RECOGNIZED = [
  ...(['email', 'url', 'color', 'date', 'month', 'week', 'time', 'datetime-local', 'number'] as const),
] as const satisfies readonly FieldType[];

const PHONE = /^[+(]?\d[\d ()./-]{5,24}$/;
/** Names of fields whose digits are not quantities. */
const CODE_NAMES = /zip|post|plz|code|phone|tel|mobile|number|nr|id$/i;

type Sent = Pick<SubmissionWithData, 'data' | 'files'>;

/** Rules that accept all of these submissions: one per name, in the order of first appearance. */
export function rulesFromSubmissions(submissions: readonly Sent[]): FieldRule[] {
  const names = new Set(submissions.flatMap(({ data, files = [] }) => [...Object.keys(data), ...files.map(fieldOf)]));
  const others = otherControls([...names]);
  return [...names]
    .filter((name) => !isControlField(name) && !others.has(name) && !name.startsWith('_'))
    .map((name) => ruleOf(name, submissions))
    .filter((rule) => rule !== undefined);
}

const fieldOf = ({ field }: NonNullable<Sent['files']>[number]): string => field;

function ruleOf(name: string, submissions: readonly Sent[]): FieldRule | undefined {
  const files = submissions.map((sent) => (sent.files ?? []).filter(({ field }) => field === name).length);
  const sent = submissions.map(({ data }) => (Object.hasOwn(data, name) ? [data[name]].flat() : []).filter(isFilled));
  const isFile = files.some((count) => count > 0);
  const values = sent.flat();
  // Forms cannot send objects.
  if (values.some((value) => typeof value === 'object')) return undefined;
  const counts = isFile ? files : sent.map(({ length }) => length);
  const type = isFile ? 'file' : typeOf(name, values as Scalar[]);
  const isRequired = submissions.length >= REQUIRED_FROM && type !== 'color' && counts.every((count) => count > 0);
  return {
    name,
    type,
    ...(isRequired && { required: true }),
    ...(type === 'number' && { step: 'any' as const }),
    ...(counts.some((count) => count > 1) && { multiple: true }),
  };
}

type Scalar = string | number | boolean;

const isFilled = (value: unknown): boolean => value !== '' && value !== null && value !== undefined && value !== false;

function typeOf(name: string, values: readonly Scalar[]): FieldType {
  if (values.length === 0) return 'text';
  if (values.every((value) => value === true || value === 'on')) return 'checkbox';
  const texts = values.map(String);
  if (texts.some((text) => text.length > LONG_TEXT || /[\r\n]/.test(text))) return 'textarea';
  const type = RECOGNIZED.find((each) => texts.every((text) => isOfType(each, text)));
  if (type !== 'number' && type) return type;
  const isCode = CODE_NAMES.test(name) || texts.some((text) => /^[-+]?0\d/.test(text));
  if (type && !isCode) return type;
  return texts.every((text) => PHONE.test(text)) ? 'tel' : 'text';
}

/** Whether the browser accepts a text unchanged as a value of a type. */
function isOfType(type: FieldType, text: string): boolean {
  const input = document.createElement('input');
  input.type = type;
  input.step = 'any';
  input.value = text;
  // Browsers without the type show a text field.
  return input.type === type && input.value === text && input.validity.valid;
}
