import { describe, expect, test } from '@jest/globals';
import { RETENTION_DAYS, UPLOADS_GONE_DAYS } from '../../../infra/retention.ts';
import { readParts, staleFiles } from '../../documents/parts.ts';
import { DOCUMENTS, readDocument } from '../../support/site/documents.ts';

test('documents are fresh: after a change run `npm run docs`', async () => {
  expect((await staleFiles()).map(({ file }) => file)).toEqual([]);
});

test('marked parts of documents are derived from code, except for the table that imports.test.ts reads', async () => {
  const derived = Object.entries(await readParts()).flatMap(([page, parts]) =>
    Object.keys(parts).map((name) => `${page} ${name}`),
  );
  const marked = DOCUMENTS.flatMap((page) =>
    [...readDocument(page).matchAll(/<!-- ([\w-]+) -->\n[\s\S]+?\n<!-- \/\1 -->/g)].map(
      ([, name]) => `${page} ${name}`,
    ),
  );
  expect(marked.sort()).toEqual([...derived, 'docs/architecture.md folders'].sort());
});

describe('the table of retention in docs/operations.md', () => {
  const rows = readDocument('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));

  test.each([
    ['table `', `in the last ${RETENTION_DAYS.recovery} days`],
    ['queues `DeliveriesMail`, `DeliveriesWebhook`, `DeliveriesFailingWebhook`', `at most ${RETENTION_DAYS.messages}`],
    ['queue `DeliveriesFailed`', `${RETENTION_DAYS.messages} days`],
    ['queue `DeadLetters`', `${RETENTION_DAYS.messages} days`],
    ['bucket `FailedRecords`', `${RETENTION_DAYS.failedRecords} days`],
    ['| Files of submissions | bucket `FileBucket`', `${RETENTION_DAYS.recovery} days more`],
    ['bucket `FileBucket`, below `uploads/`', `up to ${UPLOADS_GONE_DAYS} days`],
    ['| X-Ray |', `${RETENTION_DAYS.traces} days`],
  ])('says of the %s: %s', (where, days) => {
    expect(rows.find((row) => row.includes(where))).toContain(days);
  });
});
