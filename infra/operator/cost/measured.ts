import { submissionKey } from '../../../shared/storage/itemKeys.ts';

/**
 * What the service uses, as the local cloud counts it; `test/service/local/cost.test.ts` measures it again. DynamoDB
 * counts a read by 4 kB and a write by 1 kB; a read that may be a little old counts half.
 */

const ITEM_KEYS = submissionKey(`enp_${'0'.repeat(26)}`, `sub_${'0'.repeat(26)}`);
/** Names and values of a submission's other attributes; the length of a usual country's name. */
const OTHER_BYTES =
  'PKSK'.length + ITEM_KEYS.PK.length + ITEM_KEYS.SK.length + 'data'.length + 'locationGermany'.length;

/** Bytes of a stored submission, at most, whose data has so many bytes as JSON. */
export const itemBytesOf = (dataBytes: number): number => dataBytes + OTHER_BYTES;

/** What of ordinary text remains where it is compressed. */
export const COMPRESSED_SHARE = 0.45;

/** Bytes of a stored submission with ordinary text. */
export function textItemBytesOf(dataBytes: number): number {
  const [whole, compressed] = [dataBytes, Math.ceil(COMPRESSED_SHARE * dataBytes)].map(itemBytesOf) as [number, number];
  return CREATE.writeUnits(compressed) < CREATE.writeUnits(whole) ? compressed : whole;
}

/** Creating a submission: the endpoint is read strongly, then the item is written. */
export const CREATE = { rounds: 2, readUnits: 1, writeUnits: (itemBytes: number) => Math.ceil(itemBytes / 1_024) };

/** Of an endpoint's last hour, no more than this is read (`RecentSubmissions`). */
const HOUR_BYTES_MAX = 4 * 1_024 ** 2;

/**
 * Announcing it: its endpoint and what that got in the last hour are read; each mail is claimed and marked as sent.
 * Deliveries go out ten at a time. Then all mails of an endpoint are counted in one write.
 */
export const NOTIFY = {
  rounds: 2,
  readUnits: 1,
  hourReadUnits: (bytes: number) => Math.ceil(Math.min(bytes, HOUR_BYTES_MAX) / 4_096) / 2,
  writeUnitsPerMail: 2,
  counting: { rounds: 1, writeUnits: 1 },
  /** What is kept of a mail for a month: its keys with the address, the attempt, SES's id. */
  itemBytesPerMail: 400,
  parallelMails: 10,
};

/**
 * A delivery to a webhook whose receiver accepts it at once. The stream's reader reads all webhooks of the endpoint, and
 * records each delivery. Then that is read, with endpoint, webhook, secret and submission; claimed, and marked as sent.
 */
export const DELIVER = {
  rounds: 4,
  readUnits: (itemBytes: number) => 4 + Math.ceil(itemBytes / 4_096),
  writeUnits: 2,
  stream: { readUnits: 1, writeUnitsPerDelivery: 1, rounds: 2 },
  /** What is kept of a delivery for a month, with an answer of a few words. */
  itemBytes: 600,
  /** Of the queue: a message is sent, received and deleted. */
  queueRequests: 3,
};

/** Keeping an endpoint's page index and statistics, for one submission or several in one invocation. */
export const INDEX = { rounds: 4, readUnits: 4.5, writeUnits: 1.1 };

/**
 * Files in a form. Each is put separately; a message to the removal queue is sent before, received and deleted a
 * quarter of an hour later, and then the submission is read.
 */
export const FILES = {
  objectWrites: 1,
  queueRequests: 3,
  /** What the submission's item has of each: its id, field, type, bytes, scan, and a name of usual length. */
  itemBytes: 150,
  check: { readUnits: (itemBytes: number) => Math.ceil(itemBytes / 4_096) },
  open: { readUnits: 3 },
  scan: { writeUnits: (itemBytes: number) => Math.ceil(itemBytes / 1_024) },
};

/**
 * An upload before a form. Announcing it reads the endpoint and two counts, and adds to both. Then it is put; looked at by its start,
 * of an archive by its end and its directory too; reserved, copied, and claimed with the submission.
 */
export const UPLOAD = {
  rounds: 3,
  readUnits: 3,
  writeUnits: 2,
  objectWrites: 2,
  objectReads: 3,
  claim: { rounds: 1, readUnits: 1, writeUnits: 4 },
};

/** A challenge of ALTCHA: the endpoint is read, and a count added to. */
export const CHALLENGE = { readUnit: 1, writeUnit: 1 };

/** Submissions on a page that is read. */
const PAGE_ITEMS = 20;
/** Reading a page: key, endpoint and head of the index, what is on the page, and the count of the index's tail. */
export const READ_PAGE = {
  items: PAGE_ITEMS,
  rounds: 3,
  readUnits: (itemBytes: number) =>
    3 + Math.ceil((PAGE_ITEMS * itemBytes) / 4_096) + Math.ceil((16 * itemBytes) / 4_096) / 2,
};
