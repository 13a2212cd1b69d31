import type { PageQuery } from '../schemas/common.ts';
import type { SubmissionWithData } from '../schemas/submission.ts';
import { endpointKey, SORT_PREFIX } from './itemKeys.ts';
import { parseSubmission } from './submissions.ts';
import type { Table } from './table.ts';
import { checkPage, type Page, pagesOf } from './workspaceLists.ts';

/**
 * One page of an endpoint's submissions, newest first, by walking all of them: exact, and as dear as the
 * endpoint is large. Everything that lists submissions goes through here.
 */
export async function readSubmissionPage(
  table: Table,
  endpointId: string,
  { page, limit }: PageQuery,
): Promise<Page<SubmissionWithData>> {
  const { total, before } = await walk(table, endpointId, (page - 1) * limit);
  const totalPages = pagesOf(total, limit);
  checkPage(page, totalPages);
  const submissions: SubmissionWithData[] = [];
  let startKey = before;
  do {
    const { Items = [], LastEvaluatedKey } = await table.query({
      ...newestFirst(endpointId),
      ExclusiveStartKey: startKey,
      Limit: limit - submissions.length,
    });
    submissions.push(...Items.map(parseSubmission));
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined && submissions.length < limit);
  return { items: submissions, totalPages };
}

const newestFirst = (endpointId: string) => ({
  KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
  ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK, ':prefix': SORT_PREFIX.submission },
  ScanIndexForward: false,
});

/** Counts the submissions, and finds the key of the last one to skip. */
async function walk(table: Table, endpointId: string, skip: number) {
  let total = 0;
  let before: Record<string, unknown> | undefined;
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.query({
      ...newestFirst(endpointId),
      ProjectionExpression: 'PK, SK',
      ExclusiveStartKey: startKey,
    });
    if (skip > total && skip <= total + Items.length) before = Items[skip - total - 1];
    total += Items.length;
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined);
  return { total, before };
}
