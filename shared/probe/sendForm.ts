import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { createSubmission } from '../contract/operations/submissions.ts';
import { newId } from '../runtime/newId.ts';
import type { FormResponse, SendForm } from './probe.ts';

/** Longer than the gateway waits for the function. */
const TIMEOUT_MS = 15_000;
const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json', 'User-Agent': 'forms-backend-probe' };

const pathOf = (endpointId: string): string => createSubmission.path.replace('{endpointId}', endpointId);

/** Sends to the API's public URL, through DNS, TLS, the edge and the gateway. */
export const throughPublicUrl =
  (apiUrl: string): SendForm =>
  async (endpointId, body) => {
    const response = await fetch(`${apiUrl}${pathOf(endpointId)}`, {
      method: 'POST',
      headers: HEADERS,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: parsed(await response.text()) };
  };

/** Invokes a version of the function that receives forms, as the gateway would. */
export const toVersion =
  (lambda: Pick<LambdaClient, 'send'>, versionArn: string): SendForm =>
  async (endpointId, json) => {
    const FunctionName = versionArn;
    const Payload = JSON.stringify(gatewayEvent(endpointId, json));
    const { FunctionError, Payload: answer } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
    if (FunctionError) throw new Error(`the function failed: ${FunctionError}`);
    const { statusCode, body } = JSON.parse(Buffer.from(answer ?? []).toString()) as {
      statusCode: number;
      body: string;
    };
    return { status: statusCode, body: parsed(body) };
  };

/** The parts of a proxy integration's event that the function reads. */
function gatewayEvent(endpointId: string, json: string) {
  const { path: resource, method: httpMethod } = createSubmission;
  const requestId = newId('submission');
  return {
    resource,
    path: pathOf(endpointId),
    httpMethod,
    headers: HEADERS,
    multiValueHeaders: Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: { endpointId },
    requestContext: { requestId, extendedRequestId: requestId, httpMethod, resourcePath: resource },
    body: Buffer.from(json).toString('base64'),
    isBase64Encoded: true,
  };
}

function parsed(text: string): FormResponse['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
