import { fieldsInOrder, type OrderedData } from '../../../shared/contract/fieldOrder.ts';
import type { SubmissionData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { forPeople, listed } from '../../../shared/messages/forPeople.ts';
import { oneLine, shortened, shownText } from '../../../shared/messages/outline.ts';
import { type Form, senderOf } from '../../../shared/messages/sender.ts';

/** The contents of a row. */
export interface Summary {
  /** The sender's name, else email address, else another field that identifies the sender, else the first text. */
  sender: string;
  preview: string;
}

/** After the email address: in a booking form "from" is a date. */
const FROM_FIELD = /^(?:sender|from)$/i;
/** Rows are narrower than this. */
const SENDER_LENGTH_MAX = 80;
const PREVIEW_LENGTH_MAX = 200;

const summaries = new WeakMap<SubmissionData, Summary & { form: Form }>();

/** A submission's title in a list. */
export function summaryOf(submission: OrderedData, form: Form): Summary {
  const { data } = submission;
  const known = summaries.get(data);
  if (known?.form === form) return known;
  const summary = { ...summarise(submission, form), form };
  summaries.set(data, summary);
  return summary;
}

function summarise(submission: OrderedData, form: Form): Summary {
  const texts = fieldsInOrder(forPeople(submission, form.fields))
    .map(([name, value]) => ({ name, text: lineOf(value) }))
    .filter(({ text }) => text !== '');
  const { name: senderName, address, nameParts } = senderOf(submission, form);
  const from = texts.find(({ name }) => FROM_FIELD.test(name));
  const sender = senderName ?? address ?? (from ?? texts[0])?.text ?? '';
  const names = senderName === undefined ? [] : nameParts.map(oneLine);
  const rest = texts.filter(({ text }) => text !== sender && !names.includes(text));
  // The longest texts first: they say more than names, numbers and the address.
  const isLong = ({ text }: { text: string }) => Number(text.length > 20 && text !== address);
  const preview = rest.sort((a, b) => isLong(b) - isLong(a));
  return {
    sender: shortened(sender, SENDER_LENGTH_MAX),
    preview: shortened(preview.map(({ text }) => shortened(text, PREVIEW_LENGTH_MAX)).join(' · '), PREVIEW_LENGTH_MAX),
  };
}

/** A value on one line, cut to the length of a row. */
function lineOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return listed(value.slice(0, 10).map(lineOf).filter(Boolean));
  if (typeof value === 'object') return lineOf(Object.values(value));
  return oneLine(shownText(value).slice(0, 2 * PREVIEW_LENGTH_MAX));
}
