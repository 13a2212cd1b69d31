import type { IssueCode } from '../../../shared/contract/choices.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { judgeValues } from '../../../shared/fields/judgeValue.ts';
import { CONSTRAINTS, type Constraint } from '../../../shared/fields/types.ts';
import type { Control } from './htmlLabels.ts';

/** The constraint that a problem is about. Others are about the type. */
const BROKEN: Partial<Record<IssueCode, Constraint>> = {
  valueMissing: 'required',
  tooShort: 'minLength',
  tooLong: 'maxLength',
  rangeUnderflow: 'min',
  rangeOverflow: 'max',
  stepMismatch: 'step',
  patternMismatch: 'pattern',
};

/**
 * A rule without the constraints that reject untouched controls: browsers check
 * lengths only after an edit.
 */
export function allowUntouched(rule: FieldRule, controls: readonly Control[]): FieldRule {
  // Browsers do not send a form with an invalid control.
  if (controls.some((control) => control.willValidate && !control.validity.valid)) return rule;
  const sent = controls.flatMap(untouchedValues);
  let allowed = rule;
  for (let code = judgeValues(allowed, sent); code; code = judgeValues(allowed, sent)) {
    const part = BROKEN[code];
    const isSet = part !== undefined && allowed[part] !== undefined && allowed[part] !== 'any';
    allowed = isSet ? without(allowed, part) : asText(allowed);
    if (allowed.type === 'hidden') break;
  }
  return allowed;
}

/** The value that browsers send for an untouched control. */
function untouchedValues(control: Control): string[] {
  if (control instanceof HTMLSelectElement)
    return [...control.selectedOptions].filter((option) => !option.matches(':disabled')).map(({ value }) => value);
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type))
    return control.checked ? [control.value] : [];
  return /^(?:file|submit|image)$/.test(control.type) ? [] : [control.value];
}

function without(rule: FieldRule, part: Constraint): FieldRule {
  const { [part]: _, ...rest } = rule;
  if (part === 'step') return { ...rest, step: 'any' };
  // The message explains the pattern.
  return part === 'pattern' ? { ...rest, message: undefined } : rest;
}

/** Falls back to a text field, then to one that accepts anything. */
function asText({ name, label, multiple, ...rule }: FieldRule): FieldRule {
  const type = rule.type === 'text' ? 'hidden' : 'text';
  return {
    name,
    ...(label && { label }),
    type,
    ...(multiple && CONSTRAINTS[type].includes('multiple') && { multiple }),
  };
}

/** Fields that browsers add for a control: where an image was clicked, and a text's direction. */
export function addedNames(control: Control): string[] {
  if (control.type === 'image') return ['x', 'y'].map((axis) => (control.name ? `${control.name}.${axis}` : axis));
  const direction = control.name === '' ? '' : (control.getAttribute('dirname') ?? '');
  return direction === '' ? [] : [direction];
}

/** True if browsers send nothing for a required choice: its empty value is not a placeholder. */
export const canBeEmpty = (control: Control): boolean =>
  control instanceof HTMLSelectElement
    ? [...control.options].some(
        (option, index) =>
          option.value === '' &&
          !option.matches(':disabled') &&
          (index > 0 || control.multiple || control.size > 1 || option.parentElement !== control),
      )
    : control.value === '' && /^(?:checkbox|radio)$/.test(control.type);
