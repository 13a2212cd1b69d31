import { digestsWith, whyNoMail } from '../../../shared/deliveries/channels/mail/budget/noMail.ts';
import { mailsAbout } from '../../../shared/storage/deliveries/mailLog.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';
import { OVERVIEW_TEXTS } from '../../../site/app/texts/overviewTexts.ts';
import { UsageError } from '../../tools/program.ts';

/**
 * Why a submission is not mailed, as the dashboard says it; undefined if it was mailed, or is about to be.
 * @throws UsageError when there is no such submission
 */
export async function whyNotMailed(table: TableAccess, endpointId: string, id: string): Promise<string | undefined> {
  const [endpoint, submission] = await Promise.all([
    new Endpoints(table).find(endpointId),
    new Submissions(table).find(endpointId, id),
  ]);
  if (!endpoint || !submission) throw new UsageError(`The endpoint ${endpointId} has no submission ${id}.`);
  const digests = digestsWith(table, endpointId, submission);
  const { mails, unreadable } = await mailsAbout(table, endpointId, id, digests);
  if (mails.length > 0 || unreadable > 0) return undefined;
  const { noMailReason, digestDueAt } = whyNoMail(endpoint, submission, await digests);
  const sentence = noMailReason && OVERVIEW_TEXTS.deliveries.noMailReason[noMailReason];
  return sentence && [sentence, ...(digestDueAt ? [digestDueAt, 'UTC'] : [])].join(' ');
}
