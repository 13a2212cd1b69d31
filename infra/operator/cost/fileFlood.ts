import { FILE_BYTES_MAX, FILES_MAX, FORM_BODY_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { UPLOADS_GONE_DAYS } from '../../retention.ts';
import { SECONDS_PER_MONTH } from './assumptions.ts';
import { estimate } from './estimate.ts';
import { type FloodBounds, type FloodRow, smallRequests } from './floodParts.ts';
import { UPLOAD } from './measured.ts';
import { GB, priced } from './quantities.ts';
import { number, totalOf } from './report.ts';
import type { StackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

const SECONDS_PER_DAY = 86_400;

/** The most that strangers can spend in a month where an endpoint takes as many and as large files as it can. */
export function fileRows(bounds: FloodBounds, stack: StackFacts): FloodRow[] {
  const { formsPerSecond, uploadsPerSecond, requestsPerSecond } = bounds;
  const requests = requestsPerSecond * SECONDS_PER_MONTH;
  const [forms, uploads] = [formsPerSecond, uploadsPerSecond].map((perSecond) => perSecond * SECONDS_PER_MONTH);
  const sent = { files: (forms ?? 0) * FILES_MAX, gb: ((forms ?? 0) * FORM_BODY_BYTES_MAX) / GB };
  const uploaded = { files: uploads ?? 0, gb: ((uploads ?? 0) * FILE_BYTES_MAX) / GB };
  // The copy that a submission has stays; what it was copied from does for a few days.
  const waitingGb = (uploadsPerSecond * UPLOADS_GONE_DAYS * SECONDS_PER_DAY * FILE_BYTES_MAX) / GB;
  const storage = (gb: number) => totalOf(priced({ S3: { objectStorage: gb } }));
  const scans = { scannedObject: sent.files + uploaded.files, scannedGb: sent.gb + uploaded.gb };
  return [
    {
      what: 'Files in forms: requests to S3 and to the queue, functions',
      boundedBy: `\`FILES_MAX\` ${FILES_MAX}, \`formsPerSecond\` ${formsPerSecond}`,
      most: `${number(sent.files)} files`,
      usd: costOfFiles(forms ?? 0, stack),
    },
    {
      what: 'What they store, one month of it',
      boundedBy: `\`FORM_BODY_BYTES_MAX\` ${number(FORM_BODY_BYTES_MAX)}, \`formsPerSecond\` ${formsPerSecond}`,
      most: `${number(sent.gb)} GB`,
      usd: storage(sent.gb),
    },
    {
      what: 'Uploads before forms, and their claims: requests to the API and to S3, functions, table',
      boundedBy: `\`uploadsPerSecond\` ${uploadsPerSecond}`,
      most: `${number(uploaded.files)} uploads`,
      usd: costOfUploads(uploaded.files, stack),
    },
    {
      what: 'What they store, one month of it, if submissions claim all of them',
      boundedBy: `\`FILE_BYTES_MAX\` ${number(FILE_BYTES_MAX)}, \`uploadsPerSecond\` ${uploadsPerSecond}`,
      most: `${number(uploaded.gb + waitingGb)} GB`,
      usd: storage(uploaded.gb + waitingGb),
    },
    {
      what: 'Scans of all these files, with `scanFiles` alone',
      boundedBy: `\`FILES_MAX\` ${FILES_MAX}, \`formsPerSecond\` ${formsPerSecond}, \`uploadsPerSecond\` ${uploadsPerSecond}`,
      most: `${number(scans.scannedObject)} files, ${number(scans.scannedGb)} GB`,
      usd: totalOf(priced({ GuardDuty: scans, S3: { objectRead: scans.scannedObject } })),
    },
    {
      what: 'Requests for uploads that are refused: requests to the API, functions, table',
      boundedBy: `\`requestsPerSecond\` ${requestsPerSecond}`,
      most: `${number(requests)} requests`,
      usd: totalOf(smallRequests(requests, stack, { readUnit: requests * UPLOAD.readUnits, writeUnit: requests })),
    },
    {
      what: 'Uploads that refused forms name: looked up in the table and in S3, and not copied',
      boundedBy: `\`FILES_MAX\` ${FILES_MAX}, \`formsPerSecond\` ${formsPerSecond}`,
      most: `${number(sent.files)} uploads`,
      usd: costOfNamed(sent.files),
    },
  ];
}

/**
 * The additional cost of forms with the maximum number of files, except for storage. Nobody without a key downloads
 * one.
 */
function costOfFiles(submissions: number, stack: StackFacts): number {
  const facts = { ...stack, distributions: 0, scannedBuckets: 0 };
  const nothing = { recipients: 0, size: 2, reads: 0, months: 1, fileBytes: 0, opens: 0 };
  const costWith = (files: number) => totalOf(estimate({ ...workloadOf(submissions), ...nothing, files }, facts));
  return costWith(FILES_MAX) - costWith(0);
}

function costOfUploads(uploads: number, stack: StackFacts): number {
  const { objectWrites, objectReads, readUnits, writeUnits, claim } = UPLOAD;
  const requests = smallRequests(uploads, stack, {
    readUnit: uploads * (readUnits + claim.readUnits),
    // With a captcha a pass is counted, too.
    writeUnit: uploads * (writeUnits + 1 + claim.writeUnits),
  });
  const objects = { objectWrite: uploads * objectWrites, objectRead: uploads * objectReads };
  return totalOf([...requests, ...priced({ S3: objects })]);
}

/** An upload that does not become a submission's is looked up and read, and at most reserved. */
function costOfNamed(uploads: number): number {
  const { objectReads, claim } = UPLOAD;
  const units = { readUnit: uploads * claim.readUnits, writeUnit: (uploads * claim.writeUnits) / 2 };
  return totalOf(priced({ DynamoDB: units, S3: { objectRead: uploads * objectReads } }));
}
