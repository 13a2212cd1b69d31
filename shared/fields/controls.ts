import { withAsciiDomain } from '../contract/emailAddress.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { escapeHtml } from '../messages/escapeHtml.ts';
import { labelOfOption, textOfBound, valueOfOption } from './types.ts';

/** Attributes of an element: `true` has no value; false and undefined are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The markup of an element with `content` as markup; without content it has no end tag. */
export function element(tag: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`));
  return `<${tag}${written.join('')}>${content === undefined ? '' : `${content}</${tag}>`}`;
}

/** The attributes with which a browser checks a rule. */
export function attributesOf(rule: FieldRule): Attributes {
  const { name, type, required, minLength, maxLength, min, max, step, pattern, multiple, accept } = rule;
  const isOne = type === 'email' || type === 'select' || type === 'file';
  return {
    name,
    required: required === true && !isGroup(rule),
    minlength: minLength,
    maxlength: maxLength,
    min: min === undefined ? undefined : textOfBound(min),
    max: max === undefined ? undefined : textOfBound(max),
    step,
    pattern,
    accept,
    multiple: multiple === true && isOne,
  };
}

/** True if a field is several checkboxes: HTML would require each of them. */
export const isGroup = ({ type, options = [] }: FieldRule): boolean => type === 'checkbox' && options.length > 1;

/** The content of a control, and its identification. */
export interface Filled {
  values: readonly string[];
  more: Attributes;
  /** The label of the empty option. */
  choose: string;
}

/** The markup of a control other than checkboxes and radio buttons, with its content. */
export function control(rule: FieldRule, { values, more, choose }: Filled): string {
  const attributes = { ...attributesOf(rule), ...more };
  const [value = ''] = values;
  // HTML ignores a line end after the tag.
  if (rule.type === 'textarea') return element('textarea', attributes, value && `\n${escapeHtml(value)}`);
  if (rule.type !== 'select') {
    const text = rule.type === 'file' ? '' : rule.multiple ? values.join(', ') : value;
    // Chromium accepts an internationalized domain only in punycode or typed.
    const shown = rule.type === 'email' ? text.replace(/[^\s,]+/g, (address) => withAsciiDomain(address)) : text;
    return element('input', { type: rule.type, ...attributes, value: shown || undefined });
  }
  const options = (rule.options ?? []).map((option) => {
    const own = valueOfOption(option);
    return element('option', { value: own, selected: values.includes(own) }, escapeHtml(labelOfOption(option)));
  });
  const empty = rule.multiple ? [] : [element('option', { value: '' }, escapeHtml(choose))];
  return element('select', attributes, `\n${[...empty, ...options].join('\n')}\n`);
}

/** The markup of each checkbox or radio button of a field with its label. */
export function choices(rule: FieldRule, { values, more }: Pick<Filled, 'values' | 'more'>): string[] {
  const { type, options = [{ value: 'on', label: labelOf(rule) }] } = rule;
  return options.map((option, index) => {
    const value = valueOfOption(option);
    const { autofocus, id, ...others } = more;
    const own = { id: index === 0 ? id : undefined, autofocus: index === 0 && autofocus };
    const checked = values.includes(value);
    const input = element('input', { type, ...attributesOf(rule), value, checked, ...own, ...others });
    return `<label>${input} ${escapeHtml(options.length > 1 || rule.options ? labelOfOption(option) : labelOf(rule))}</label>`;
  });
}

export const labelOf = ({ label, name }: FieldRule): string => label ?? name;
