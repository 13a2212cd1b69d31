import { FIELD_TYPES, ISSUE_CODES } from '../../choices.ts';
import { FIELD_OPTIONS_MAX, FIELD_RULES_BYTES_MAX, FIELD_RULES_MAX } from '../../limits.ts';
import { documented } from '../documented.ts';
import { FieldBound, FieldIssue, FieldOption, FieldRule, FieldStep } from './fieldRules.ts';
import { FormRules } from './formRules.ts';

const codes = (list: readonly string[]): string => list.map((each) => `\`${each}\``).join(', ');

export const FIELD_SETTINGS_DOCS = {
  fields: `Rules for the fields of the form: at most ${FIELD_RULES_MAX}, and ${FIELD_RULES_BYTES_MAX.toLocaleString('en')} bytes as JSON. A submission that breaks one is rejected with \`BAD_REQUEST\` and \`issues\`. Replaced as a whole. Existing submissions are not affected.`,
  unknownFields:
    'What to do with a field that is not in `fields`, if that is set: `keep` stores it (the default), `drop` removes it, `refuse` rejects the submission. Control fields, also of other services, captcha responses and `_replyto` are never unknown.',
} as const;

const EXAMPLE_RULE: FieldRule = { name: 'email', label: 'Email', type: 'email', required: true, maxLength: 254 };

const EXAMPLE_ISSUE: FieldIssue = {
  field: 'email',
  code: 'typeMismatch',
  message: 'The @ is missing, as in name@example.com.',
};

export const FIELD_SCHEMAS = {
  FieldBound: documented(FieldBound, {
    description: 'A bound of a field: a number, or a date or time as text.',
    fields: {},
    example: '2026-12-31',
  }),
  FieldStep: documented(FieldStep, {
    description: 'The step of a field’s values: a number, or `any`.',
    fields: {},
    example: 0.5,
  }),
  FieldOption: documented(FieldOption, {
    description: 'A value that a field may have, alone or with the label that people see.',
    fields: {},
    example: { value: 'web', label: 'A website' },
  }),
  FieldRule: documented(FieldRule, {
    description:
      'Constraints of a form field, as HTML defines them for a control with these attributes. Attributes that do not apply to the type are rejected.',
    fields: {
      name: 'The field’s name in the form, unique in the list.',
      label:
        'The field’s label in mails, chat messages, the dashboard and the page that shows the form again. Defaults to the name in words.',
      type: `The type of HTML’s \`input\`, or another control: ${codes(FIELD_TYPES)}. A \`hidden\` field accepts any value.`,
      required: 'Whether it must be filled in, chosen or ticked; at least one of several checkboxes.',
      minLength: 'Minimum length in UTF-16 units, as in HTML. An optional field may also be empty.',
      maxLength: 'Maximum length in UTF-16 units.',
      min: 'Minimum: a number, or a date or time in the format of the type.',
      max: 'Maximum. A `time` may have a maximum before its `min`: the range then spans midnight.',
      step: 'Interval between values, starting at `min`: days, weeks, months, or seconds for times. Defaults to 1, or to 60 seconds. `any` accepts every value.',
      pattern:
        'Regular expression for the whole value, in the syntax of HTML (JavaScript, flag `v`). It runs in linear time: backreferences and excessive repetition are rejected.',
      options: `The values to choose from, as strings or with labels: at most ${FIELD_OPTIONS_MAX}. Required by \`radio\` and \`select\`.`,
      multiple: 'Whether several values, files, or addresses in one `email` field are allowed.',
      accept: 'Accepted types and extensions of files, as in HTML: `image/*,.pdf`. The endpoint’s `files` also apply.',
      message: 'The message for an invalid value. Defaults to a sentence in the sender’s language.',
    },
    example: EXAMPLE_RULE,
  }),
  FieldIssue: documented(FieldIssue, {
    description: 'A problem with a field of a submission.',
    fields: {
      field: 'The field’s name.',
      code: `The problem: HTML’s own names, and problems that browsers do not report: ${codes(ISSUE_CODES)}. \`badInput\` also covers values that the control cannot send, such as two values of a single-value field.`,
      message:
        'The message for the sender: the rule’s own `message`, or a sentence in the preferred language of the request (`Accept-Language`).',
    },
    example: EXAMPLE_ISSUE,
  }),
  FormRules: documented(FormRules, {
    description: 'What a form has to send.',
    fields: {
      fields: 'The rules of its fields; empty if it accepts any.',
      files: 'Which files it may send. If absent, none.',
      captcha: 'The provider of its captcha, if senders must solve one.',
    },
    example: { fields: [EXAMPLE_RULE] },
  }),
};
