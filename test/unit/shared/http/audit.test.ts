import { beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { ApiError } from '../../../../shared/contract/errors.ts';
import { updateSubmissions } from '../../../../shared/contract/operations/submissions.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';
import { PARTITION_PREFIX } from '../../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../../shared/storage/table/table.ts';
import { SimulatedStorage } from '../../../support/simulator/simulatedStorage.ts';

const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const SUBMISSION_ID = 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV';

beforeEach(() => {
  for (const level of ['info', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});

/** The status of a request to a handler that fails with this error, and the entries that it leaves. */
async function outcomeOf(error: Error | undefined, { putsFail = 0, isStranger = false } = {}) {
  const cloud = new SimulatedStorage();
  await cloud.open();
  const repositories = createRepositories(cloud.table);
  const put = cloud.table.put.bind(cloud.table);
  let failing = putsFail;
  cloud.table.put = async (...args) => {
    if (failing-- > 0) throw new StorageUnavailable(new Error('throttled'));
    return put(...args);
  };
  const handler = serve(updateSubmissions, async ({ authenticate }) => {
    await authenticate();
    if (error) throw error;
    return { results: [{ id: SUBMISSION_ID, status: 'updated' as const }] };
  })({ ...repositories, siteUrl: 'https://forms.example' });
  const { statusCode } = await handler(eventOf(isStranger ? `${cloud.key}x` : cloud.key), {} as Context);
  const entries = [...cloud.services.items.state().values()].filter(({ PK }) =>
    String(PK).startsWith(PARTITION_PREFIX.audit),
  );
  return [statusCode, entries.map(({ PK: _PK, SK: _SK, ttl: _ttl, ...entry }: Item) => entry)];
}

const eventOf = (key: string) =>
  ({
    path: '/',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'CloudFront-Viewer-Country': 'ES' },
    pathParameters: { endpointId: ENDPOINT_ID },
    body: JSON.stringify({ ids: [SUBMISSION_ID, 'ada@example.com'], isRead: true }),
    requestContext: { extendedRequestId: 'request' },
  }) as unknown as APIGatewayProxyEvent;

const ENTRY = {
  actor: expect.stringMatching(/^key_/),
  operation: 'updateSubmissions',
  object: ENDPOINT_ID,
  endpointId: ENDPOINT_ID,
  submissionIds: [SUBMISSION_ID],
  fields: ['isRead'],
  requestId: 'request',
  country: 'ES',
};
const UNCERTAIN = { ...ENTRY, isUncertain: true };
const busy = new StorageUnavailable(new Error('throttled'));

test.each([
  ['once it is done', undefined, {}, [200, [ENTRY]]],
  ['not if it is refused', new ApiError('NOT_FOUND', 'There is none.'), {}, [404, []]],
  ['as uncertain if it fails for want of storage', busy, {}, [504, [UNCERTAIN]]],
  ['as uncertain if it fails unexpectedly', new Error('a defect'), {}, [500, [UNCERTAIN]]],
  [
    'as uncertain if its entry cannot be added at first: the request fails',
    undefined,
    { putsFail: 1 },
    [504, [UNCERTAIN]],
  ],
  ['not at all while entries cannot be added: the request fails', undefined, { putsFail: 2 }, [504, []]],
  ['not for a stranger', busy, { isStranger: true }, [401, []]],
])('records a change %s', async (_when, error, options, outcome) => {
  expect(await outcomeOf(error, options)).toEqual(outcome);
});
