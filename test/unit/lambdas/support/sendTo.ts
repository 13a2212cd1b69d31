import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { HttpFunction } from '../../../../shared/http/middleware.ts';
import type { Json } from '../../../support/json.ts';

interface Sent {
  json?: object;
  params?: Record<string, string>;
  query?: Record<string, string[]>;
}

/** A request to an operation's function with a key. */
export async function sendTo(handler: HttpFunction, key: string, { json, params, query }: Sent) {
  const event = {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    pathParameters: params ?? null,
    multiValueQueryStringParameters: query ?? null,
    body: json === undefined ? null : JSON.stringify(json),
    isBase64Encoded: false,
    requestContext: { extendedRequestId: 'the-request' },
  } as unknown as APIGatewayProxyEvent;
  const answer = await handler(event, { getRemainingTimeInMillis: () => 9_000 } as Context);
  return { status: answer.statusCode, json: JSON.parse(answer.body) as Json, headers: answer.headers };
}
