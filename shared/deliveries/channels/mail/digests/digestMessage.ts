import { fieldsInOrder } from '../../../../contract/fieldOrder.ts';
import type { SubmissionWithData } from '../../../../contract/schemas/submissions/submission.ts';
import { inboxUrl } from '../../../../contract/sitePages.ts';
import { forPeople, listed } from '../../../../messages/forPeople.ts';
import { labelsOf } from '../../../../messages/labels.ts';
import { oneLine, shortened, shownText } from '../../../../messages/outline.ts';
import { findDigest, LATE_MAX } from '../../../../storage/deliveries/digestRecords.ts';
import { isDue, keptFromMs, spamKeptFromMs } from '../../../../storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import type { RecentSubmissions, SubmissionCount } from '../../../../storage/submissions/recentSubmissions.ts';
import { submittedAt } from '../../../../storage/table/itemKeys.ts';
import type { TableAccess } from '../../../../storage/table/table.ts';
import { type Message, render } from '../message/message.ts';
import type { Digest } from './digestId.ts';

const SHOWN_MAX = 20;
const SUMMARY_LENGTH_MAX = 160;

interface Contents extends SubmissionCount {
  shown: SubmissionWithData[];
  /** Before it, submissions are due; milliseconds since 1970. */
  keptFromMs: number;
  /** From before its period. */
  late: SubmissionCount & { shown: SubmissionWithData[] };
}

/** The mail of a closed digest, and its number of submissions, from current data; undefined if none is left. */
export async function writeDigest(
  { recent, table }: { recent: Pick<RecentSubmissions, 'count' | 'first' | 'named'>; table: Pick<TableAccess, 'get'> },
  endpoint: StoredEndpoint,
  digest: Digest,
): Promise<{ compose: (siteUrl: string) => Message; submissions: number } | undefined> {
  const nowMs = Date.now();
  const fromMs = Math.max(digest.fromMs, keptFromMs(endpoint, nowMs));
  const period = { fromMs, endMs: digest.endMs, isWithoutSpam: spamKeptFromMs(endpoint, nowMs) > digest.fromMs };
  // Late ones arrived before it began.
  if (fromMs >= period.endMs) return undefined;
  const ids = fromMs > digest.fromMs ? [] : ((await findDigest(table, digest))?.late ?? []);
  const [total, shown, named] = await Promise.all([
    recent.count(endpoint.id, period),
    recent.first(endpoint.id, period, SHOWN_MAX),
    recent.named(endpoint.id, ids),
  ]);
  const listed = named.filter((submission) => !isDue(endpoint, submission, nowMs));
  const isWhole = ids.length <= LATE_MAX;
  const late = { count: Math.max(0, listed.length - (isWhole ? 0 : 1)), isWhole, shown: listed.slice(0, LATE_MAX) };
  const submissions = total.count + listed.length;
  // Too many submissions were held as spam to read all; at least one was not, or there would be no digest.
  if (submissions === 0 && total.isWhole && isWhole) return undefined;
  const compose = (siteUrl: string) =>
    composeDigest(endpoint, digest, { ...total, shown, late, keptFromMs: fromMs }, siteUrl);
  return { compose, submissions };
}

/** Writes a digest: the number of submissions, a line each for the first ones, and a link to the rest. */
function composeDigest(
  endpoint: StoredEndpoint,
  { id, fromMs, endMs }: Digest,
  { count, isWhole, shown, late, keptFromMs }: Contents,
  siteUrl: string,
): Message {
  const endpointName = oneLine(endpoint.name);
  const all = numberOf(count + late.count, isWhole && late.isWhole);
  const period = `${dateOf(fromMs)}, ${timeOf(fromMs)} to ${timeOf(endMs)} UTC`;
  const rest = count - shown.length;
  const title = `${capital(all)}: ${endpointName}`;
  const lineOf = (time: (timeMs: number) => string) => (submission: SubmissionWithData) => ({
    name: time(submittedAt(submission.id)),
    lines: [summaryOf(submission, endpoint)],
  });
  return {
    fromName: endpointName,
    subject: `${title} (${period})`,
    ...render({
      title,
      heading: endpointName,
      introduction: [
        `${capital(all)} came in on ${period}. That is more than this form mails individually; you may already have got ` +
          'some of them.',
        ...(keptFromMs > fromMs
          ? [
              `Those from before ${timeOf(keptFromMs, 'seconds')} UTC are not included, because this form no longer keeps them.`,
            ]
          : []),
        ...(late.count > 0
          ? [
              `${late.isWhole ? '' : 'More than '}${late.count} of them had been sent before, and were confirmed or released then.`,
            ]
          : []),
      ],
      fields: [
        ...shown.map(lineOf((timeMs) => timeOf(timeMs, 'seconds'))),
        ...late.shown.map(lineOf((timeMs) => `${dateOf(timeMs)}, ${timeOf(timeMs, 'seconds')}`)),
      ],
      remarks: rest > 0 ? [`${isWhole ? '' : 'More than '}${rest} more are not shown here.`] : [],
      link: { text: 'View them in the dashboard', url: inboxUrl(siteUrl, endpoint.id) },
      facts: [`Digest ${id}`, `Endpoint ${endpoint.id}`],
    }),
  };
}

function numberOf(count: number, isWhole: boolean): string {
  if (count === 0) return 'submissions among much spam';
  return `${isWhole ? '' : 'more than '}${count} submission${count === 1 ? '' : 's'}`;
}

function summaryOf(submission: SubmissionWithData, { fields }: StoredEndpoint): string {
  const shown = forPeople(submission, fields);
  const labelOf = labelsOf(Object.keys(shown.data), fields);
  let summary = '';
  for (const [name, value] of fieldsInOrder(shown)) {
    if (summary.length > SUMMARY_LENGTH_MAX) break;
    const values = [value].flat();
    const isPlain = values.every((each) => typeof each !== 'object' || each === null);
    const text = isPlain ? listed(values.map((each) => shownText(each ?? ''))) : '…';
    summary += `${summary === '' ? '' : '; '}${cut(labelOf(name))}: ${cut(text)}`;
  }
  return shortened(summary, SUMMARY_LENGTH_MAX);
}

/** Cut before further processing: a value may be as long as a submission. */
const cut = (text: string): string => oneLine(shortened(text.slice(0, 4 * SUMMARY_LENGTH_MAX), SUMMARY_LENGTH_MAX));

const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** `14:15`, or `14:15:07`. */
const timeOf = (timeMs: number, precision: 'minutes' | 'seconds' = 'minutes'): string =>
  new Date(timeMs).toISOString().slice(11, precision === 'seconds' ? 19 : 16);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
