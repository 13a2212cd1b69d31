import { FIELD_TYPES, ISSUE_CODES } from '../choices.ts';
import { FIELD_OPTIONS_MAX, FIELD_RULES_BYTES_MAX, FIELD_RULES_MAX } from '../limits.ts';
import { documented } from './documented.ts';
import { FieldIssue, FieldRule } from './fieldRules.ts';

const codes = (list: readonly string[]): string => list.map((each) => `\`${each}\``).join(', ');

/** The rules of an endpoint's form. */
export const FIELD_SETTINGS_DOCS = {
  fields: `Rules for the fields of the form: at most ${FIELD_RULES_MAX}, and ${FIELD_RULES_BYTES_MAX.toLocaleString('en')} bytes as JSON. A submission that breaks one is refused with \`BAD_REQUEST\` and \`issues\`. Set as a whole. Submissions received before stay as they are.`,
  unknownFields:
    'What happens to a field that is not in `fields`, where that is set: `keep` stores it, `drop` leaves it out, `refuse` refuses the submission. By default `keep`. Control fields, answers to captchas and `_replyto` are never unknown.',
} as const;

const EXAMPLE_ISSUE: FieldIssue = {
  field: 'email',
  code: 'typeMismatch',
  message: 'Enter an email address, such as name@example.com.',
};

export const FIELD_SCHEMAS = {
  FieldRule: documented({
    schema: FieldRule,
    description:
      'What a field of a form may hold, as HTML says it of a control with these attributes. What does not apply to the type is refused.',
    fields: {
      name: 'The field’s name in the form, once in the list.',
      label:
        'What the field is called, where the form is shown again to a person without scripts. By default the name.',
      type: `The type of HTML’s \`input\`, or another control: ${codes(FIELD_TYPES)}. Of \`hidden\`, every value is taken.`,
      required: 'Whether it must be filled in, chosen or ticked. Of several checkboxes, at least one.',
      minLength:
        'Fewest characters, counted as HTML does (UTF-16 units). An empty field that is not required is right.',
      maxLength: 'Most characters, counted alike.',
      min: 'Least value: a number, or a date or time as the type writes it.',
      max: 'Greatest value. Of `time` it may be before `min`: then the range goes round midnight.',
      step: 'Distance between values, from `min`: days, months, weeks, or seconds of times. By default 1, or 60 seconds. `any` takes every value.',
      pattern:
        'Regular expression for the whole value, in the syntax of HTML (JavaScript, flag `v`). It runs in linear time: references back to groups are refused, and what repeats too much.',
      options: `The values to choose from, as texts or with labels: at most ${FIELD_OPTIONS_MAX}. Needed by \`radio\` and \`select\`.`,
      multiple: 'Whether there may be several values, files or, in one `email`, addresses.',
      accept: 'Types and endings of files, as in HTML: `image/*,.pdf`. The endpoint’s own `files` hold besides.',
      message: 'What to tell people when the field is wrong. By default a sentence in their language.',
    },
    example: { name: 'email', label: 'Email', type: 'email', required: true, maxLength: 254 },
  }),
  FieldIssue: documented({
    schema: FieldIssue,
    description: 'What is wrong with a field of a submission.',
    fields: {
      field: 'The field’s name.',
      code: `What is wrong, by HTML’s own names, and what browsers do not report: ${codes(ISSUE_CODES)}. \`badInput\` also is a value that the control cannot send, such as two values of a field with one.`,
      message:
        'What to tell the person: the rule’s own `message`, or a sentence in the language that the request prefers (`Accept-Language`).',
    },
    example: EXAMPLE_ISSUE,
  }),
};
