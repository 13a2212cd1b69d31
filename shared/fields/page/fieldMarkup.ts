import type { FieldRule } from '../../contract/schemas/endpoints/fieldRules.ts';
import { escapeHtml } from '../../messages/escapeHtml.ts';
import { isSecret } from '../../messages/secrets.ts';
import { validAddressIn } from '../addressProblem.ts';
import { type Attributes, choices, control, element, isGroup, labelOf } from '../controls.ts';
import { PAGE_TEXTS } from './pageTexts.ts';
import { type RefusedForm, textsOf } from './refusedForm.ts';

/** Controls that hold several values in one element. */
const ONE_CONTROL = /^(?:email|select|file|checkbox|radio)$/;

/**
 * The markup of a field: label, control with the entered value, and error.
 * @param isFirst whether to focus it as the first invalid field
 */
export function fieldMarkup(rule: FieldRule, id: string, form: RefusedForm, isFirst: boolean): string {
  const { name, type, required } = rule;
  const typed = textsOf(Object.hasOwn(form.body, name) ? form.body[name] : []);
  // Nobody could correct an invisible character.
  const texts = type === 'email' ? typed.map((text) => validAddressIn(text) ?? text) : typed;
  const issue = form.issues.find(({ field }) => field === name);
  const isHidden = isSecret(rule, texts) && texts.some(Boolean);
  const hint = isHidden
    ? 'enterAgain'
    : type === 'file' && form.fileFields.includes(name)
      ? 'chooseFileAgain'
      : undefined;
  const described = [issue && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const more = { id, 'aria-describedby': described, autofocus: isFirst };
  const values = isHidden ? [] : texts;
  const about = [
    issue && element('p', { class: 'error', id: `${id}-error` }, escapeHtml(issue.message)),
    hint && element('p', { class: 'hint', id: `${id}-hint` }, escapeHtml(PAGE_TEXTS[hint][form.language])),
  ].filter((part) => part !== undefined);
  const mark = required ? element('span', { class: 'required', 'aria-hidden': 'true' }, ' *') : '';
  const label = `${escapeHtml(labelOf(rule))}${mark}`;
  const frame = { class: issue ? 'field wrong' : 'field' };
  if (type === 'radio' || isGroup(rule)) return group(rule, { label, values, more, about, frame, isWrong: !!issue });
  const own = { ...more, 'aria-invalid': issue ? 'true' : undefined };
  if (type === 'checkbox') {
    const boxes = element('div', { class: 'choices' }, choices(rule, { values, more: own }).join('\n'));
    return element('div', frame, `\n${[boxes, ...about].join('\n')}\n`);
  }
  const choose = PAGE_TEXTS.choose[form.language];
  const each =
    rule.multiple && !ONE_CONTROL.test(type) && values.length > 1 ? values.map((value) => [value]) : [values];
  const controls = each.map((part, index) =>
    control(rule, { values: part, choose, more: index === 0 ? own : { 'aria-label': labelOf(rule) } }),
  );
  return element('div', frame, `\n${[element('label', { for: id }, label), ...controls, ...about].join('\n')}\n`);
}

interface Group {
  label: string;
  values: readonly string[];
  more: Attributes;
  about: readonly string[];
  frame: Attributes;
  isWrong: boolean;
}

function group(rule: FieldRule, { label, values, more, about, frame, isWrong }: Group): string {
  const { 'aria-describedby': described, ...own } = more;
  const isRadio = rule.type === 'radio';
  const invalid = isWrong ? 'true' : undefined;
  const attributes = {
    ...frame,
    role: isRadio ? 'radiogroup' : undefined,
    'aria-describedby': described,
    'aria-invalid': isRadio ? invalid : undefined,
  };
  const each = choices(rule, { values, more: { ...own, 'aria-invalid': isRadio ? undefined : invalid } });
  const content = [
    element('legend', {}, label),
    element('div', { class: 'choices' }, `\n${each.join('\n')}\n`),
    ...about,
  ];
  return element('fieldset', attributes, `\n${content.join('\n')}\n`);
}
