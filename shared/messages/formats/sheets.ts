import { isoTimeOf } from '../../contract/time.ts';
import { fileFields } from '../fileFields.ts';
import type { Format, FormEvent, ReceiverResponse, ResponseVerdict } from './format.ts';
import { textOf } from './template.ts';
import { judgeStatus } from './verdicts.ts';

/** Google Sheets (support.google.com, "Files you can store in Google Drive": 50,000 characters in a cell). */
const CELL_LENGTH_MAX = 49_999;
/** Google's redirect target after running a script (developers.google.com, "Content service", redirects). */
const RESULT_HOST = 'script.googleusercontent.com';

/** For the guide's script, which adds a row for each submission. */
export const sheets: Format = {
  write: (event) => ({ body: JSON.stringify(rowOf(event)), contentType: 'application/json' }),
  judge,
  paceMs: 0,
};

const rowOf = ({ type, at, endpoint, submission, dashboardUrl }: FormEvent) => ({
  type,
  id: submission?.id ?? '',
  submitted: isoTimeOf(at),
  form: endpoint.name.toWellFormed(),
  url: dashboardUrl,
  ...(submission?.fieldOrder && { order: submission.fieldOrder.map((name) => name.toWellFormed()) }),
  fields: Object.fromEntries([
    ...Object.entries(submission?.data ?? {}).map(([name, value]) => [name.toWellFormed(), cellOf(value)]),
    ...fileFields(submission?.files ?? []).map(({ name, lines }) => [name, cellOf(lines)]),
  ]),
});

/** Numbers and booleans keep their types. */
function cellOf(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return textOf(value).slice(0, CELL_LENGTH_MAX).toWellFormed();
}

/** A successful script redirects to its result, which needs no reading. A failed one responds with 200 and a page. */
function judge(response: ReceiverResponse): ResponseVerdict {
  if (response.status === 302) return { ...(hostOf(response.headers.location) !== RESULT_HOST && { error: 'status' }) };
  const { error, ...verdict } = judgeStatus(response);
  return { error: error ?? 'answer', ...verdict };
}

const hostOf = (location: string | string[] | undefined): string =>
  typeof location === 'string' && URL.canParse(location) ? new URL(location).hostname : '';
