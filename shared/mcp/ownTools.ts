import { ERROR_CODES, type ErrorCode, invalidInput } from '../contract/errors.ts';
import { retrieveEndpoint } from '../contract/operations/endpoints.ts';
import type { Endpoint } from '../contract/schemas/endpoints/endpoint.ts';
import { docsUrl } from '../contract/sitePages.ts';
import { formOf } from '../fields/formSnippet.ts';
import { answerSchema } from './answer.ts';
import type { Tool } from './tool.ts';
import { type ObjectSchema, selfContained } from './toolSchema.ts';

const READING = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

const textSchema = (description: string) => ({ type: 'string', description });

const answering = (...names: string[]): ObjectSchema => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return selfContained(answerSchema({ type: 'object', properties }), {}, 'output');
};

const WRITE_FORM: Tool = {
  descriptor: {
    name: 'writeForm',
    title: 'Write the HTML of a form',
    description:
      'Writes the HTML of a form that posts to an endpoint: a control for each of its field rules, or two example fields, and its captcha.',
    inputSchema: { type: 'object', properties: { id: textSchema('The endpoint’s id.') }, required: ['id'] },
    outputSchema: answering('html'),
    annotations: READING,
  },
  operations: [retrieveEndpoint],
  async call({ id }, api) {
    const endpoint = (await api.call(retrieveEndpoint, { id })) as Endpoint;
    return { html: formOf(endpoint, { ...api, choose: 'Choose…' }) };
  },
};

const OF_REQUEST =
  'It identifies one request. Only the operator of the service can look it up, in the logs of the API and of its functions: give them this id and the time of the request.';

const EXPLAIN_ERROR: Tool = {
  descriptor: {
    name: 'explainError',
    title: 'Explain an error',
    description: 'Explains an error code, or what can be done with the `requestId` of an error.',
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string', enum: Object.keys(ERROR_CODES) }, requestId: textSchema('Of any error.') },
    },
    outputSchema: answering('code', 'meaning', 'docs', 'requestId', 'ofRequest'),
    annotations: READING,
  },
  operations: [],
  async call({ code, requestId }, api) {
    const known = typeof code === 'string' && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : undefined;
    if (!known && (code !== undefined || typeof requestId !== 'string'))
      throw api.refusal(invalidInput('body', [`code must be one of ${Object.keys(ERROR_CODES).join(', ')}`]));
    return {
      ...(known && { code: known, meaning: ERROR_CODES[known].meaning, docs: docsUrl(api.siteUrl, known) }),
      ...(typeof requestId === 'string' && { requestId, ofRequest: OF_REQUEST }),
    };
  },
};

/** Tools that are no operation of the API. */
export const OWN_TOOLS: readonly Tool[] = [WRITE_FORM, EXPLAIN_ERROR];
