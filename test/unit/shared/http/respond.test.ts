import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { retrieveChallenge } from '../../../../shared/contract/operations/submissions.ts';
import type { Dependencies } from '../../../../shared/http/dependencies.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { FUNCTION_RESULT_BYTES_MAX } from '../../../../shared/runtime/awsLimits.ts';
import { catchLogs } from '../../../support/logged.ts';
import { UNKNOWN } from '../../../support/rightRequests.ts';

const PUBLIC = { ...retrieveChallenge, response: z.any() };

/** The function's result for a response of this many random characters. */
async function resultFor(length: number) {
  const value = {
    text: randomBytes(length)
      .toString('latin1')
      .replace(/[^ -~]/g, '"'),
  };
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
])(
  '%i for a response of random characters, %i of them: it fits into a function’s result',
  async (status, length, coding) => {
    catchLogs();
    const result = await resultFor(length);
    expect([result.statusCode, result.headers?.['Content-Encoding']]).toEqual([status, coding]);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(FUNCTION_RESULT_BYTES_MAX);
    if (status === 413) expect(JSON.parse(result.body).message).toContain('`limit`');
  },
);
