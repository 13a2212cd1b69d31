import type { UNKNOWN_FIELDS } from '../../../shared/contract/choices.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { CONSTRAINTS, type Constraint, labelOfOption, valueOfOption } from '../../../shared/fields/types.ts';
import { differing } from '../ui/unsavedChanges.ts';

/** Parts of a rule that are edited as text. */
export const TEXT_PARTS = ['minLength', 'maxLength', 'min', 'max', 'step', 'pattern', 'accept'] as const;
export type TextPart = (typeof TEXT_PARTS)[number] | 'name' | 'label' | 'message';

/**
 * A rule being edited. Invalid numbers stay as typed: the API reports them. Everything that is not edited stays as the
 * API returned it.
 */
export type RuleDraft = {
  [Part in keyof FieldRule]: Part extends TextPart ? FieldRule[Part] | string : FieldRule[Part];
};

export interface FieldsDraft {
  fields: readonly RuleDraft[];
  unknownFields: (typeof UNKNOWN_FIELDS)[number];
}

export const draftOf = ({ fields = [], unknownFields = 'keep' }: Endpoint): FieldsDraft => ({ fields, unknownFields });

const NUMBERS: readonly TextPart[] = ['minLength', 'maxLength', 'min', 'max', 'step'];

/** A rule with a part as typed; an empty part is removed. */
export function withText(rule: RuleDraft, part: TextPart, text: string): RuleDraft {
  const isNumber = NUMBERS.includes(part) && text.trim() !== '' && String(Number(text)) === text.trim();
  const value = isNumber ? Number(text) : text === '' && part !== 'name' ? undefined : text;
  return { ...rule, [part]: value };
}

export const withFlag = (rule: RuleDraft, part: 'required' | 'multiple', isOn: boolean): RuleDraft => ({
  ...rule,
  [part]: isOn || undefined,
});

const SEPARATOR = ' | ';

/** Options as text: one per line, with the label after a bar if it differs from the value. */
export const linesOfOptions = (options: FieldRule['options'] = []): string => options.map(lineOf).join('\n');

const lineOf = (option: NonNullable<FieldRule['options']>[number]): string =>
  typeof option === 'string' ? option : `${valueOfOption(option)}${SEPARATOR}${labelOfOption(option)}`;

/** The rule with other options; unchanged lines keep their option. */
export function withOptions(rule: RuleDraft, lines: string): RuleDraft {
  const former = new Map(rule.options?.map((option) => [lineOf(option), option]));
  const options = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => former.get(line) ?? optionOf(line));
  return { ...rule, options: options.length > 0 ? options : undefined };
}

function optionOf(line: string) {
  const [value = '', ...label] = line.split(SEPARATOR);
  return label.length > 0 ? { value: value.trim(), label: label.join(SEPARATOR).trim() } : line.trim();
}

/** The rule for a request, with its parts in a fixed order, without the draft's parts that do not apply to the type. */
export function ruleOf({ name, label, type, message, ...constraints }: RuleDraft): RuleDraft {
  const applying = CONSTRAINTS[type].map((part: Constraint) => [part, constraints[part]]);
  return { name, label, type, ...Object.fromEntries(applying), message } as RuleDraft;
}

/** The body of an update with only the changed settings. */
export const updateBodyOf = (draft: FieldsDraft, endpoint: Endpoint) =>
  differing(bodyOf(draft), bodyOf(draftOf(endpoint)));

const bodyOf = ({ fields, unknownFields }: FieldsDraft) => ({
  fields: fields.length > 0 ? (fields.map(ruleOf) as FieldRule[]) : null,
  unknownFields: unknownFields === 'keep' ? null : unknownFields,
});
