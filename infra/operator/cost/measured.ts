import { FIELD_RULES_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';

/**
 * The service's consumption as counted by the local cloud; `test/service/counted/requestCosts.ts` measures it again. DynamoDB
 * counts reads per 4 kB and writes per 1 kB; eventually consistent reads count half.
 */

const ITEM_KEYS = submissionKey(`enp_${'0'.repeat(26)}`, `sub_${'0'.repeat(26)}`);
/** Names and values of a submission's other attributes; `location` with a country name of usual length. */
const OTHER_BYTES =
  'PKSK'.length + ITEM_KEYS.PK.length + ITEM_KEYS.SK.length + 'data'.length + 'locationGermany'.length;

/** The most bytes of a stored submission whose data has this many bytes as JSON. */
export const itemBytesOf = (dataBytes: number): number => dataBytes + OTHER_BYTES;

/** The share that remains of ordinary text where it is compressed. */
export const COMPRESSED_SHARE = 0.45;

/** Bytes of a stored submission with ordinary text. */
export function textItemBytesOf(dataBytes: number): number {
  const [whole, compressed] = [dataBytes, Math.ceil(COMPRESSED_SHARE * dataBytes)].map(itemBytesOf) as [number, number];
  return CREATE.writeUnits(compressed) < CREATE.writeUnits(whole) ? compressed : whole;
}

/** Creating a submission: a strong read of the endpoint, then a write. */
export const CREATE = { rounds: 2, readUnits: 1, writeUnits: (itemBytes: number) => Math.ceil(itemBytes / 1_024) };

/** Upper bound of one read of an endpoint's submissions (`RecentSubmissions`). */
const READ_BYTES_MAX = 4 * 1_024 ** 2;

/** Reads and writes of `MailBudget`. */
const HOUR = { firstItems: 32, itemsPerWrite: 64, minutesOpen: 3, countsReadUnits: 0.5 };

/** A mail's record, kept for a month: keys with the address, the attempt, SES's id. */
const MAIL_RECORD_BYTES = 400;

/**
 * Notifying: reads the endpoint and its newest submissions; claims each mail and records it as sent. Ten deliveries run
 * concurrently. Then one write counts all mails of an endpoint.
 */
export const NOTIFY = {
  rounds: 2,
  readUnits: 1,
  hour: {
    /**
     * For an endpoint with more submissions in an hour: counts by minute are read and written, and only newer
     * submissions are read.
     */
    isBusy: (inHour: number) => inHour > HOUR.firstItems,
    readUnits: (inHour: number, itemBytes: number) => {
      const first = Math.min(inHour, HOUR.firstItems);
      const afterCounts = HOUR.itemsPerWrite / 2 + (inHour / 60) * HOUR.minutesOpen;
      const items = first + Math.min(inHour - first, afterCounts);
      return Math.ceil((items * itemBytes) / 4_096) / 2 + (inHour > first ? HOUR.countsReadUnits : 0);
    },
    writeUnits: 1 / HOUR.itemsPerWrite,
    /**
     * For a single submission, without counts.
     * @param max how many of an endpoint's submissions may be mailed individually
     */
    readUnitsMax: (max: number, itemBytes: number) => {
      const bytesOf = (items: number) => Math.min((items + 1) * itemBytes, READ_BYTES_MAX);
      const bytes = bytesOf(Math.min(max, HOUR.firstItems)) + (max > HOUR.firstItems ? bytesOf(max) : 0);
      return Math.ceil(bytes / 4_096) / 2;
    },
  },
  /** One consistent read of recorded mails, where they are counted instead of submissions: twice a read's units. */
  mailsReadUnits: (mails: number) => Math.ceil((mails * MAIL_RECORD_BYTES) / 4_096),
  writeUnitsPerMail: 2,
  counting: { rounds: 1, writeUnits: 1 },
  itemBytesPerMail: MAIL_RECORD_BYTES,
  parallelMails: 10,
};

/**
 * A webhook delivery that the receiver accepts at once. The stream's reader reads the endpoint's webhooks and records
 * each delivery. `sendWebhook` reads the record, endpoint, webhook, secret and submission, claims the delivery, and
 * records it as sent.
 */
export const DELIVER = {
  rounds: 4,
  readUnits: (itemBytes: number) => 4 + Math.ceil(itemBytes / 4_096),
  writeUnits: 2,
  stream: { readUnits: 1, writeUnitsPerDelivery: 1, rounds: 2 },
  /** A delivery's record, kept for a month, with a response of a few words. */
  itemBytes: 600,
  /** A queue message is sent, received and deleted. */
  queueRequests: 3,
};

/** Updating an endpoint's page index and statistics for one or more submissions in one invocation. */
export const INDEX = { rounds: 4, readUnits: 4.5, writeUnits: 1.1 };

/**
 * Removing a submission by age, of 50 in a transaction, which has twice a write's units: the submissions are queried, the
 * endpoint's setting is checked, and a count added to.
 */
export const REMOVE_BY_AGE = {
  readUnits: (itemBytes: number) => itemBytes / 4_096 + 0.1,
  writeUnits: (itemBytes: number) => 2 * CREATE.writeUnits(itemBytes) + 0.08,
};

/**
 * Removing a submission once it is delivered, with `keep`: it is looked at six times at most, with the records of its
 * deliveries, eventually consistent and up to 50 at a time; its transaction of a hundred writes checks all records, and
 * the endpoint's setting. Computed, not measured.
 */
export const REMOVE_DELIVERED = {
  readUnits: (itemBytes: number, records: number, recordBytes = DELIVER.itemBytes) =>
    6 * ((itemBytes + records * recordBytes) / 8_192 + 0.2),
  writeUnits: (itemBytes: number, records: number, recordBytes = DELIVER.itemBytes) =>
    2 * CREATE.writeUnits(itemBytes) + 2 * records * Math.ceil(recordBytes / 1_024) + 0.1 * (records + 1),
};

/**
 * Files in a form. Each is put separately; a message to the removal queue is sent first, received and deleted a quarter
 * of an hour later, and then the submission is read.
 */
export const FILES = {
  objectWrites: 1,
  queueRequests: 3,
  /** Each file's entry in the submission: its id, field, type, bytes, scan, and a name of usual length. */
  itemBytes: 150,
  check: { readUnits: (itemBytes: number) => Math.ceil(itemBytes / 4_096) },
  open: { readUnits: 3 },
  scan: { writeUnits: (itemBytes: number) => Math.ceil(itemBytes / 1_024) },
};

/**
 * An upload before a form. Requesting it reads the endpoint and two counters, and increments both. The file is put,
 * then inspected (its start; for an archive also its end and directory), reserved, copied, and claimed with the
 * submission.
 */
export const UPLOAD = {
  rounds: 3,
  readUnits: 3,
  writeUnits: 2,
  objectWrites: 2,
  objectReads: 3,
  claim: { rounds: 1, readUnits: 1, writeUnits: 4 },
};

/** An ALTCHA challenge: reads the endpoint and increments a counter. */
export const CHALLENGE = { readUnit: 1, writeUnit: 1 };

/** A form's rules: reads an endpoint whose other settings have at most 20 kB, and increments a counter. */
export const RULES = { readUnit: Math.ceil((FIELD_RULES_BYTES_MAX + 20_000) / 4_096), writeUnit: 1 };

/** createSubmission's consumption for a post, by the bytes of its item. */
interface Way {
  rounds: number;
  readUnits: (itemBytes: number) => number;
  writeUnits: (itemBytes: number) => number;
}

const plain: Way = { rounds: CREATE.rounds, readUnits: () => CREATE.readUnits, writeUnits: CREATE.writeUnits };
/** A small item is put first: the record of a name, or a spent challenge. */
const recorded: Way = { ...plain, rounds: 3, writeUnits: (bytes) => 1 + CREATE.writeUnits(bytes) };

/** The record of a named post: keys with a hash, a hash of the data, and the submission's id. */
export const RECORD_BYTES = 200;

/** Every way in which a form post can be sent. `test/service/counted/requestCosts.ts` counts each. */
export const WAYS = {
  plain,
  'with files in the form': plain,
  'with an upload before the form': {
    rounds: CREATE.rounds + UPLOAD.claim.rounds,
    readUnits: () => CREATE.readUnits + UPLOAD.claim.readUnits,
    writeUnits: (bytes) => 2 * CREATE.writeUnits(bytes) + UPLOAD.claim.writeUnits,
  },
  'held as spam': plain,
  /** A transaction stores it and counts it: twice as many units for each. */
  'to an endpoint with `maxSubmissions`': { ...plain, writeUnits: (bytes) => 2 * CREATE.writeUnits(bytes) + 2 },
  'with a response to ALTCHA': recorded,
  'pending, until its sender confirms it': plain,
  'with an `_id`': recorded,
  'with an `Idempotency-Key`': recorded,
  'to an endpoint that merges duplicates': recorded,
  /** Its count is written before. The key's use is recorded at most every 30 seconds, which is left out. */
  'with the key of a known sender': {
    rounds: 3,
    readUnits: () => CREATE.readUnits + 1,
    writeUnits: (bytes) => CREATE.writeUnits(bytes) + 1,
  },
  'with any other key': { ...plain, readUnits: () => CREATE.readUnits + 1 },
  /** The put of its record fails; the record, the submission, and the place of a pending one are read. */
  repeated: { rounds: 4, readUnits: (bytes) => 3 + Math.ceil(bytes / 4_096), writeUnits: () => 1 },
} satisfies Record<string, Way>;

/** Submissions per list page. */
const PAGE_ITEMS = 20;
/** Reading a list page: key, endpoint, the index's head, an index page, the submissions, and the count of the tail. */
export const READ_PAGE = {
  items: PAGE_ITEMS,
  rounds: 3,
  readUnits: (itemBytes: number) =>
    3 + Math.ceil((PAGE_ITEMS * itemBytes) / 4_096) + Math.ceil((16 * itemBytes) / 4_096) / 2,
};
