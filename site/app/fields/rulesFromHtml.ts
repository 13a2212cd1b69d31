import type { FieldType } from '../../../shared/contract/choices.ts';
import { isControlField, otherControls } from '../../../shared/contract/controlFields.ts';
import { SUBMISSION_BYTES_MAX } from '../../../shared/contract/limits.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { compare, isOnStep, parseDecimal, whole } from '../../../shared/fields/decimal.ts';
import { CONSTRAINTS, type Constraint, SCALES, textOfBound } from '../../../shared/fields/types.ts';
import { type Control, labelOfChoice, labelOfControl, labelOfGroup } from './htmlLabels.ts';
import { addedNames, allowUntouched, canBeEmpty } from './untouched.ts';

/** An endpoint's settings that concern its form's fields. */
interface FormOwner {
  id: string;
  honeypotField?: string | undefined;
}

type Options = NonNullable<FieldRule['options']>;

/** The contents of a pasted form. */
export interface PastedForm {
  /** One rule per name, as a browser enforces them, in the form's order. */
  fields: FieldRule[];
  /** Names of fields with an invalid pattern, which browsers ignore. */
  invalidPatterns: string[];
}

/** Reads field rules from a form's markup. It is parsed into a document that runs no scripts and loads nothing. */
export function rulesFromHtml(html: string, { id, honeypotField }: FormOwner): PastedForm {
  const byName = new Map<string, Control[]>();
  const controls = sentControls(new DOMParser().parseFromString(html, 'text/html'), id);
  const others = otherControls(Object.fromEntries(controls.map(({ name, value }) => [name, value])));
  const isField = (name: string) => !isControlField(name) && !others.has(name) && name !== honeypotField;
  const traps = new Set(controls.flatMap(netlifyHoneypots));
  const isShown = ({ name, type }: Control) => name !== '' && type !== 'image' && isField(name) && !traps.has(name);
  for (const control of controls.filter(isShown)) {
    byName.set(control.name, [...(byName.get(control.name) ?? []), control]);
  }
  // Browsers send a trap blank; without a rule, an endpoint that refuses unknown fields would refuse every form.
  const sent = [...controls.flatMap(addedNames), ...controls.map(({ name }) => name).filter((name) => traps.has(name))];
  const added = new Set(sent.filter((name) => isField(name) && !byName.has(name)));
  const isIgnored = (control: Control) => control.hasAttribute('pattern') && patternOf(control) === undefined;
  return {
    fields: [
      ...[...byName].map(([name, controls]) => allowUntouched(ruleOf(name, controls), controls)),
      ...[...added].map((name): FieldRule => ({ name, type: 'hidden' })),
    ],
    invalidPatterns: [...byName].filter(([, controls]) => controls.some(isIgnored)).map(([name]) => name),
  };
}

/** Netlify's attribute that names a form's hidden field. */
const netlifyHoneypots = ({ form }: Control): (string | null | undefined)[] =>
  ['netlify-honeypot', 'data-netlify-honeypot'].map((name) => form?.getAttribute(name));

const NOT_SENT = /^(?:reset|button)$/;

/** The controls of the form for this endpoint, or else of the form with the most controls. */
function sentControls(page: Document, endpointId: string): Control[] {
  const sent = [...page.querySelectorAll<Control>('input, select, textarea, button')].filter(
    (control) =>
      (control.name !== '' || control.type === 'image') &&
      !NOT_SENT.test(control.type) &&
      !control.matches(':disabled, datalist *'),
  );
  const forms = [...page.forms].map((form) => ({
    isOwn: form.getAttribute('action')?.includes(endpointId) === true,
    controls: sent.filter((control) => control.form === form),
  }));
  const [best] = forms.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.controls.length - a.controls.length);
  return best?.controls ?? sent;
}

function ruleOf(name: string, all: readonly Control[]): FieldRule {
  const shown = all.filter((control) => typeOf(control) !== 'hidden');
  const [first] = shown;
  if (!first) return { name, type: 'hidden', ...(all.length > 1 && { multiple: true }) };
  const type = typeOf(first);
  const isGroup = type === 'radio' || type === 'checkbox';
  const label =
    isGroup && shown.length > 1 ? labelOfGroup(shown) : isGroup ? labelOfChoice(first) : labelOfControl(first);
  const rule: FieldRule = { name, ...(label && { label }), type, ...constraintsOf(first, type) };
  if (isGroup) Object.assign(rule, choicesOf(type, shown));
  const hasHidden = shown.length < all.length;
  if (all.length > 1 && (type !== 'radio' || hasHidden)) rule.multiple = true;
  // A hidden control with the same name sends the value of an unticked box.
  if (hasHidden) for (const part of ['required', 'options'] as const) delete rule[part];
  return possible(rule);
}

/** Removes the parts of a rule that cannot be saved: bounds that leave no value, and a choice without options. */
function possible({ minLength, maxLength, min, max, ...rule }: FieldRule): FieldRule {
  const parse = (bound: string | number = '') => SCALES[rule.type]?.parse(textOfBound(bound));
  const [low, high] = [parse(min), parse(max)];
  const isRange = rule.type === 'time' || !low || !high || compare(high, low) >= 0;
  const isLength = (minLength ?? 0) <= (maxLength ?? Number.POSITIVE_INFINITY);
  const isChoice = rule.type === 'radio' || rule.type === 'select';
  return {
    ...rule,
    ...(isLength && { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) }),
    ...(isRange && { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
    ...(isChoice && !rule.options && { type: 'text' as const }),
  };
}

const TYPES = new Set<string>(Object.keys(CONSTRAINTS));

/** The rule type for a control. A button that sends its name accepts any value, like a hidden control. */
function typeOf(control: Control): FieldType {
  // Options added by a script are unknown.
  if (control instanceof HTMLSelectElement) return optionsOf(control).length > 0 ? 'select' : 'text';
  if (control instanceof HTMLTextAreaElement) return 'textarea';
  if (control.type === 'submit') return 'hidden';
  // Unlike the property, the attribute also works in browsers that lack the type.
  const type = control.getAttribute('type')?.toLowerCase() ?? '';
  return TYPES.has(type) && type !== 'select' && type !== 'textarea' ? (type as FieldType) : 'text';
}

function choicesOf(type: FieldType, controls: readonly Control[]): Partial<FieldRule> {
  const required = controls.some((control) => control.matches(':required')) && !controls.some(canBeEmpty);
  const isPlain = type === 'checkbox' && controls.length === 1 && controls[0]?.value === 'on';
  const options = controls
    .filter(({ value }) => value !== '')
    .map((control) => optionOf(control.value, labelOfChoice(control)));
  return { ...(required && { required }), ...(!isPlain && options.length > 0 && { options: distinct(options) }) };
}

const optionsOf = (control: HTMLSelectElement): Options =>
  distinct(
    [...control.options]
      .filter((option) => option.value !== '' && !option.matches(':disabled'))
      .map(({ value, label }) => optionOf(value, label.trim())),
  );

const optionOf = (value: string, label: string | undefined): Options[number] =>
  label && label !== value ? { value, label } : value;

function distinct(options: Options): Options {
  const values = options.map((option) => (typeof option === 'string' ? option : option.value));
  return options.filter((_, index) => values.indexOf(values[index] as string) === index);
}

type Reader = (control: Control, type: FieldType) => FieldRule[Constraint] | undefined;

/** Attributes in the order of a rule's parts, without those that HTML ignores. */
const READERS: Partial<Record<Constraint, Reader>> = {
  required: (control) => (control.matches(':required') && !canBeEmpty(control)) || undefined,
  minLength: (control) => lengthIn(control, 'minlength'),
  // Browsers add line breaks to the value of a text with hard ones.
  maxLength: (control) => (control.matches('[wrap=hard i]') ? undefined : lengthIn(control, 'maxlength')),
  min: (control, type) => boundIn(control, type, 'min'),
  max: (control, type) => boundIn(control, type, 'max'),
  step: stepOf,
  pattern: patternOf,
  options: (control) => (control instanceof HTMLSelectElement ? optionsOf(control) : undefined),
  multiple: (control) => control.hasAttribute('multiple') || undefined,
  accept: (control) => control.getAttribute('accept')?.trim() || undefined,
};

function constraintsOf(control: Control, type: FieldType): Partial<FieldRule> {
  // Browsers do not check read-only fields.
  const isChecked = control.willValidate;
  const parts = (Object.keys(READERS) as Constraint[]).filter(
    (part) => CONSTRAINTS[type].includes(part) && (isChecked || part === 'multiple'),
  );
  const read = parts.map((part) => [part, READERS[part]?.(control, type)] as const);
  const rule: Partial<FieldRule> = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  // HTML: "a description of the pattern".
  const title = control.title.trim();
  return rule.pattern !== undefined && title ? { ...rule, message: title } : rule;
}

function lengthIn(control: Control, name: string): number | undefined {
  const [, digits] = /^\s*\+?(\d+)/.exec(control.getAttribute(name) ?? '') ?? [];
  return digits !== undefined && Number(digits) <= SUBMISSION_BYTES_MAX ? Number(digits) : undefined;
}

function boundIn(control: Control, type: FieldType, name: string): string | number | undefined {
  const text = control.getAttribute(name) ?? '';
  if (SCALES[type]?.parse(text) === undefined) return undefined;
  return String(Number(text)) === text ? Number(text) : text;
}

function stepOf(control: Control, type: FieldType): FieldRule['step'] {
  const text = control.getAttribute('step') ?? '';
  if (text.toLowerCase() === 'any' || !isStepFromBase(control, type)) return 'any';
  return Number(text) > 0 && parseDecimal(text) !== undefined ? Number(text) : undefined;
}

/** Without `min`, browsers count steps from the control's initial value; rules do not. */
function isStepFromBase(control: Control, type: FieldType): boolean {
  const scale = SCALES[type];
  const start = scale?.parse(control.getAttribute('value') ?? '');
  if (!scale || !start || boundIn(control, type, 'min') !== undefined) return true;
  const given = parseDecimal(control.getAttribute('step') ?? '');
  const size = given && given.digits > 0n ? given : parseDecimal(String(scale.step));
  if (!size) return true;
  const step = { ...size, digits: size.digits * BigInt(scale.stepUnit) };
  return isOnStep(start, { base: whole(scale.base), step }, true);
}

/** Browsers ignore an invalid pattern. */
function patternOf(control: Control): string | undefined {
  const pattern = control.getAttribute('pattern') ?? '';
  try {
    new RegExp(pattern, 'v');
    return pattern || undefined;
  } catch {
    return undefined;
  }
}
