import type { SubmissionData } from '../../../shared/contract/schemas/submission.ts';
import { oneLine, shortened } from '../../../shared/messages/outline.ts';
import { replyAddress } from '../../../shared/messages/replyAddress.ts';

/** The contents of a row. */
export interface Summary {
  /** The sender's name, else email address, else another field that identifies the sender, else the first text. */
  sender: string;
  preview: string;
}

const NAME_FIELD = /^(?:full|your)?[ _-]?name$/i;
const FIRST_NAME_FIELD = /^(?:first|given)[ _-]?name$/i;
const LAST_NAME_FIELD = /^(?:last|family)[ _-]?name$|^surname$/i;
/** After the email address: in a booking form "from" is a date. */
const FROM_FIELD = /^(?:sender|from)$/i;
/** Rows are narrower than this. */
const SENDER_LENGTH_MAX = 80;
const PREVIEW_LENGTH_MAX = 200;

const summaries = new WeakMap<SubmissionData, Summary>();

/** A submission's title in a list. */
export function summaryOf(data: SubmissionData): Summary {
  const known = summaries.get(data) ?? summarise(data);
  summaries.set(data, known);
  return known;
}

function summarise(data: SubmissionData): Summary {
  const texts = Object.entries(data)
    .map(([name, value]) => ({ name, text: lineOf(value) }))
    .filter(({ text }) => text !== '');
  const textOf = (field: RegExp) => texts.find(({ name }) => field.test(name))?.text;
  const name = textOf(NAME_FIELD);
  const names = (name ? [name] : [textOf(FIRST_NAME_FIELD), textOf(LAST_NAME_FIELD)]).filter(
    (part) => part !== undefined,
  );
  const sender = names.join(' ') || replyAddress(data) || textOf(FROM_FIELD) || texts[0]?.text || '';
  const rest = texts.filter(({ text }) => text !== sender && !names.includes(text));
  // The longest texts first: they say more than names and numbers.
  const preview = rest.sort((a, b) => Number(b.text.length > 20) - Number(a.text.length > 20));
  return {
    sender: shortened(sender, SENDER_LENGTH_MAX),
    preview: shortened(preview.map(({ text }) => shortened(text, PREVIEW_LENGTH_MAX)).join(' · '), PREVIEW_LENGTH_MAX),
  };
}

/** A value on one line, cut to the length of a row. */
function lineOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.slice(0, 10).map(lineOf).filter(Boolean).join(', ');
  if (typeof value === 'object') return lineOf(Object.values(value));
  return oneLine(String(value).slice(0, 2 * PREVIEW_LENGTH_MAX));
}
