import { fileFields } from '../fileFields.ts';
import { forPeople } from '../forPeople.ts';
import { labelsOf } from '../labels.ts';
import { oneLine, outlineOf } from '../outline.ts';
import type { ContentField, FormEvent, MessageContent } from './format.ts';

/** More fields than a submission can have: formats apply limits of their own. */
const OUTLINE_CHARACTERS_MAX = 200_000;
/** Replaces an empty value, which some services reject. */
const NOTHING = '–';

/**
 * The content of an event's message, uncut.
 * @param hasLabels whether fields have labels instead of their names
 */
export function contentOf(event: FormEvent, hasLabels = true): MessageContent {
  const form = oneLine(event.endpoint.name).toWellFormed();
  const link = { text: event.submission ? 'Open it in the dashboard' : 'Open the dashboard', url: event.dashboardUrl };
  return { fields: [], text: '', more: '', link, ...WRITERS[event.type](form, event, hasLabels) };
}

const WRITERS: Record<
  FormEvent['type'],
  (form: string, event: FormEvent, hasLabels: boolean) => Partial<MessageContent> & { title: string }
> = {
  'submission.created': (form, { submission, endpoint }, hasLabels) => {
    const fields = submission ? fieldsOf(submission, hasLabels ? (endpoint.fields ?? []) : undefined) : [];
    return {
      title: `${submission?.isSpam ? 'Spam' : 'New submission'}: ${form}`,
      fields,
      text: fields.length === 0 ? 'The form was sent without any fields.' : '',
    };
  },
  'submission.updated': (form, { submission }) => ({
    title: `Submission updated: ${form}`,
    fields: [
      { name: 'Read', value: submission?.isRead ? 'yes' : 'no' },
      { name: 'Spam', value: submission?.isSpam ? 'yes' : 'no' },
    ],
  }),
  'submission.deleted': (form) => ({ title: `Submission deleted: ${form}` }),
  'webhook.test': (form) => ({ title: `Test: ${form}`, text: 'New submissions to this form will appear here.' }),
};

/** @param rules for labels, where people read the message */
function fieldsOf(
  submission: NonNullable<FormEvent['submission']>,
  rules: FormEvent['endpoint']['fields'],
): ContentField[] {
  const { files = [] } = submission;
  const shown = rules ? forPeople(submission, rules) : submission;
  const labelOf = rules && labelsOf([...Object.keys(shown.data), ...files.map(({ field }) => field)], rules);
  const { fields } = outlineOf(shown, ({ length }) => length, OUTLINE_CHARACTERS_MAX, labelOf);
  return [...fields, ...fileFields(files, labelOf)].map(({ name, lines }) => ({
    name: orNothing(name),
    value: orNothing(lines.join('\n')),
  }));
}

/** Unpaired surrogates are invalid in the JSON of many services. */
const orNothing = (text: string): string => (text.trim() === '' ? NOTHING : text.toWellFormed());
