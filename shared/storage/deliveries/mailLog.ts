import type { MailDelivery as ShownDelivery } from '../../contract/schemas/deliveries.ts';
import { between, inPartition } from '../table/expressions.ts';
import { LAST_PLACE, placeAtTime } from '../table/itemKeys.ts';
import { joined, readParts } from '../table/paging.ts';
import { readEach } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { mailKey, mailOf } from './deliveryKeys.ts';
import { type DeliveryRecord, parseDelivery } from './storedDelivery.ts';

type ReadAccess = Pick<TableAccess, 'query'>;

/** The mails about a submission by address; for recipients without one, the mails of digests that include it. */
export async function mailsAbout(
  table: ReadAccess,
  endpointId: string,
  id: string,
  digests: Promise<readonly { id: string }[]>,
): Promise<{ mails: ShownDelivery[]; unreadable: number }> {
  const [own, others] = await Promise.all([
    mailsOf(table, endpointId, id),
    digests.then((found) => Promise.all(found.map((digest) => mailsOf(table, endpointId, digest.id)))),
  ]);
  const reached = new Set(own.mails.map(({ recipient }) => recipient));
  const inDigest = others
    .flatMap(({ mails }) => mails)
    .flatMap((mail) => {
      if (reached.has(mail.recipient)) return [];
      reached.add(mail.recipient);
      return [{ ...mail, inDigest: true }];
    });
  return {
    mails: [...own.mails, ...inDigest].sort((a, b) => (a.recipient < b.recipient ? -1 : 1)),
    unreadable: [own, ...others].reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

/**
 * Mails to single recipients about single submissions with ids from a period (milliseconds since 1970, end excluded).
 * @returns the submission of each mail, at most `limit`
 */
export async function ownMails(
  table: ReadAccess,
  endpointId: string,
  { fromMs, endMs }: { fromMs: number; endMs: number },
  limit: number,
): Promise<string[]> {
  const range = [`sub_${placeAtTime(fromMs)}`, `sub_${placeAtTime(endMs - 1)}${LAST_PLACE}`] as const;
  const query = { ...between(mailKey(endpointId, '', '').PK, range), ProjectionExpression: 'SK', ConsistentRead: true };
  const { items } = await joined(readParts((part) => table.query({ ...query, ...part }), { itemsMax: limit }));
  return items.map((item) => mailOf(String(item.SK)).about);
}

async function mailsOf(table: ReadAccess, endpointId: string, about: string) {
  const query = inPartition(mailKey(endpointId, '', '').PK, `${about}#`);
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  const { read, unreadable } = readEach(items, (item) => parseDelivery('mail', item));
  return { mails: read.flatMap(shown), unreadable: unreadable.length };
}

function shown({ id, state, sentAt, failedAt, reason }: DeliveryRecord): ShownDelivery[] {
  if (state === 'skipped') return [];
  const { recipient } = mailOf(id);
  if (state === 'pending') return [{ recipient, state: 'sending', inDigest: false }];
  const isFailed = state === 'failed';
  return [
    {
      recipient,
      state,
      inDigest: false,
      ...(sentAt !== undefined && { sentAt }),
      ...(isFailed && failedAt !== undefined && { failedAt }),
      ...(isFailed && reason !== undefined && { reason }),
    },
  ];
}
