import type { FieldType, UNKNOWN_FIELDS } from '../../../shared/contract/choices.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { counted } from './amounts.ts';

const fields = (amount: number): string => counted(amount, 'field', 'fields');

export const FIELD_TEXTS = {
  fields: {
    text: 'Rules reject invalid input with a message beside each field, also in browsers without JavaScript.',
    guide: 'How rules work',
    none: 'No rules yet',
    noneText: 'Forms may send anything. Start from your existing form.',
    paste: 'Paste your form',
    pasteText: 'Paste the HTML of your form. It is only read: nothing in it runs.',
    html: 'HTML',
    pasteSubmit: 'Read the form',
    nothingInForm: 'There is no field with a name in this HTML.',
    pasted: (amount: number): string => `Read ${fields(amount)}. Check them, then save.`,
    invalidPatterns: (names: readonly string[]): string =>
      `Browsers ignore an invalid pattern, so it is left out: ${names.join(', ')}.`,
    add: 'Add field',
    copy: 'Copy as HTML',
    copied: 'the form as HTML',
    column: { name: 'Name', label: 'Label', type: 'Type', required: 'Required', more: 'More', actions: 'Actions' },
    of: (part: string, name: string): string => `${part} of ${name || 'the new field'}`,
    up: 'Move up',
    down: 'Move down',
    remove: 'Remove',
    problems: 'Problems',
    /** The name of a part in a sentence. */
    part: {
      name: 'Name',
      label: 'Label',
      type: 'Type',
      required: 'Required',
      minLength: 'Fewest characters',
      maxLength: 'Most characters',
      min: 'Minimum',
      max: 'Maximum',
      step: 'Step',
      pattern: 'Pattern',
      options: 'Options',
      multiple: 'Several values',
      accept: 'File types',
      message: 'Message',
    } satisfies Record<keyof FieldRule, string>,
    hint: {
      step: 'A number, or “any”.',
      pattern: 'A regular expression for the whole value, as in HTML.',
      options: 'One per line. Write “value | label” to show a label instead of the value.',
      accept: 'As in HTML: image/*,.pdf',
      message: 'Replaces the built-in message in the reader’s language.',
    } as Partial<Record<keyof FieldRule, string>>,
    boundHint: {
      date: 'Such as 2026-12-31.',
      month: 'Such as 2026-12.',
      week: 'Such as 2026-W53.',
      time: 'Such as 17:30.',
      'datetime-local': 'Such as 2026-12-31T17:30.',
    } as Partial<Record<FieldType, string>>,
    needsFiles: 'Fields for files need “Receive files” in the settings.',
    unknown: 'Fields without a rule',
    unknownOf: { keep: 'Store them', drop: 'Leave them out', refuse: 'Reject the form' } satisfies Record<
      (typeof UNKNOWN_FIELDS)[number],
      string
    >,
  },
};
