import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { orderUnlessKept } from '../../../../shared/contract/fieldOrder.ts';
import { ARCHIVES } from '../../../../shared/contract/fileEndings.ts';
import {
  FILE_NAME_BYTES_MAX,
  FILES_MAX,
  ITEMS_PER_PAGE_MAX,
  SUBMISSION_BYTES_MAX,
} from '../../../../shared/contract/limits.ts';
import { retrieveChallenge } from '../../../../shared/contract/operations/submissions.ts';
import type { Dependencies } from '../../../../shared/http/dependencies.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { FUNCTION_RESULT_BYTES_MAX } from '../../../../shared/runtime/awsLimits.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { UNKNOWN } from '../../../support/cloud/rightRequests.ts';
import { catchLogs } from '../../../support/logged.ts';

const PUBLIC = { ...retrieveChallenge, response: z.any() };

const randomText = (length: number): string =>
  randomBytes(length)
    .toString('latin1')
    .replace(/[^ -~]/g, '"');

/** The function's result for a response. */
async function resultFor(value: unknown) {
  const handle = serve(PUBLIC as unknown as typeof retrieveChallenge, async () => value);
  const event = {
    headers: {},
    pathParameters: { endpointId: UNKNOWN.endpointId },
    requestContext: { extendedRequestId: 'request-id' },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  return handle({ siteUrl: 'https://site.example' } as Dependencies)(event, context);
}

test.each([
  [200, 1_000, undefined],
  [200, 5_000_000, 'gzip'],
  [413, 9_000_000, undefined],
])('%i for a response of %i random characters: it fits into a function’s result', async (status, length, coding) => {
  catchLogs();
  const result = await resultFor({ text: randomText(length) });
  expect([result.statusCode, result.headers?.['Content-Encoding']]).toEqual([status, coding]);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(FUNCTION_RESULT_BYTES_MAX);
  if (status === 413) expect(JSON.parse(result.body).message).toContain('`limit`');
});

test('200 for 100 of the largest submissions, with text that neither compresses nor stays short in JSON', async () => {
  // Half ASCII, half of two bytes, an eighth quotation marks. Copies 50 kB apart are too far for gzip.
  const letter = (kind: number): number => (kind < 32 ? 34 : kind < 144 ? randomInt(35, 92) : randomInt(128, 2_048));
  const text = (length: number) => String.fromCharCode(...Array.from(randomBytes(length), letter));
  const cut = (value: string, bytes: number) => {
    let end = value.length;
    while (Buffer.byteLength(JSON.stringify(value.slice(0, end))) > bytes) end -= 10;
    return value.slice(0, end);
  };
  const largest = () => {
    const names = ['7', ...Array.from({ length: 22 }, () => cut(text(200), 200)), 'message'];
    const short = Object.fromEntries(names.map((name) => [name, '']));
    const room = SUBMISSION_BYTES_MAX - Buffer.byteLength(JSON.stringify(short));
    const data = { ...short, message: cut(text(50_000), room) };
    const fieldOrder = orderUnlessKept(['message', ...names.slice(0, -1)], data);
    const { submissionId: id, endpointId } = UNKNOWN;
    const files = Array.from({ length: FILES_MAX }, () => ({
      id: newId('file'),
      field: 'file',
      name: cut(text(200), FILE_NAME_BYTES_MAX),
      type: ARCHIVES.get('docx'),
      size: 1_234_567,
    }));
    return { id, endpointId, location: 'Germany', data, ...(fieldOrder && { fieldOrder }), files };
  };
  const two = [largest(), largest()];
  const result = await resultFor({
    submissions: Array.from({ length: ITEMS_PER_PAGE_MAX }, (_, place) => two[place % 2]),
  });
  expect(result.statusCode).toBe(200);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(FUNCTION_RESULT_BYTES_MAX);
});
