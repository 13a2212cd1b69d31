import { FORM_PAGES } from '../contract/formPages.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_STATUS_HEADER } from '../contract/headers.ts';
import { IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_LENGTH_MAX } from '../contract/limits.ts';
import { takesForms } from '../contract/operations/define.ts';
import type { ParamDocs } from '../contract/operations/documented.ts';
import type { Operation } from '../contract/operations/index.ts';
import { SUBMISSION_SCHEMAS } from '../contract/schemas/submissions/submissionDocs.ts';
import { curlSamples } from './curl.ts';
import { errorResponsesOf } from './errorResponses.ts';
import { type HeaderName, headersWith } from './headers.ts';
import { type Docs, docsOf } from './operationDocs.ts';
import { jsonSchemaOf, refTo, refToSchema } from './schemas.ts';
import { TAGS } from './tags.ts';
import type { MediaType, OperationObject, Parameter, Response } from './types.ts';

/** An operation in the document; `apiUrl` is the base URL in its examples. */
export function operationObject(operation: Operation, apiUrl: string): OperationObject {
  const { id, group, summary, permission, bodyTypes } = operation;
  const docs = docsOf(id);
  const parameters = parametersOf(operation, docs);
  return {
    operationId: id,
    tags: [TAGS[group].name],
    summary,
    description: `${docs.description}\n\n${CREDENTIAL[permission]}`,
    ...(permission === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyTypes.length > 0 && { requestBody: { required: true, content: requestContent(operation, docs) } }),
    responses: {
      [operation.status]: success(operation, docs),
      ...(takesForms(operation) && { 303: REDIRECT }),
      ...(operation.redirectStatus && { [operation.redirectStatus]: ON_TO_ADDRESS }),
      ...errorResponsesOf(operation),
    },
    'x-codeSamples': curlSamples(operation, apiUrl),
  };
}

const CREDENTIAL: Record<Operation['permission'], string> = {
  public: 'Needs no key.',
  read: 'Needs a key with the permission `read` or `write`.',
  write: 'Needs a key with the permission `write`.',
};

const parametersOf = ({ params, query, repeated }: Operation, docs: Docs): Parameter[] => [
  ...parametersIn('path', params, docs.params),
  ...parametersIn('query', query, docs.query),
  ...(repeated ? [IDEMPOTENCY_KEY[repeated]] : []),
];

const idempotencyKey = (more = ''): Parameter => ({
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  description: `Any text, such as a UUID: for ${IDEMPOTENCY_KEY_HOURS} hours, the same request with it creates nothing and gets the first one’s response${more}, with \`${IDEMPOTENCY_STATUS_HEADER}\`. A different one is \`CONFLICT\`.`,
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
});

const IDEMPOTENCY_KEY = {
  sameResponse: idempotencyKey(),
  withoutSecret: idempotencyKey(' without the secret'),
} as const;

function parametersIn(where: 'path' | 'query', parsed: Operation['query'], docs: Docs['params']): Parameter[] {
  const { properties = {}, required = [] } = jsonSchemaOf(parsed);
  const defaults = { ...(parsed.safeParse({}).data as Record<string, unknown> | undefined) };
  return Object.entries(properties).map(([name, own]) => {
    const { description, example } = docs[name] as ParamDocs;
    const schema = { ...own, ...(name in defaults && { default: defaults[name] }) };
    return { name, in: where, description, required: required.includes(name), schema, example };
  });
}

/** The schemas of bodies that are not JSON. */
const FORMS = {
  'application/x-www-form-urlencoded': 'SubmissionForm',
  'multipart/form-data': 'SubmissionMultipart',
  'text/plain': 'SubmissionText',
} as const;

const formContent = (name: (typeof FORMS)[keyof typeof FORMS]): MediaType => ({
  schema: refTo(name),
  examples: { message: { summary: 'A message', value: SUBMISSION_SCHEMAS[name].example } },
});

const requestContent = ({ bodyTypes, body }: Operation, docs: Docs): Record<string, MediaType> => {
  const json = { schema: refToSchema(body), examples: docs.body ?? {} };
  return Object.fromEntries(
    bodyTypes.map((type) => [type, type === 'application/json' ? json : formContent(FORMS[type])]),
  );
};

const ownHeaders = (header: HeaderName | undefined, repeated: Operation['repeated']): HeaderName[] =>
  [header, repeated && IDEMPOTENCY_STATUS_HEADER].filter((name): name is HeaderName => name !== undefined);

const success = ({ response, repeated }: Operation, docs: Docs): Response => ({
  description: docs.response.description,
  headers: headersWith(ownHeaders(docs.responseHeader, repeated)),
  content: { 'application/json': { schema: refToSchema(response), example: docs.response.example } },
});

/**
 * No post is redirected to `busy`, which the gateway's throttling error names in a `Refresh` header, and `address`, where GET
 * leads.
 */
const { thankYou: _, confirm: _confirm, busy: _busy, address: _address, ...failurePages } = FORM_PAGES;

const failurePaths = Object.values(failurePages).map((path) => `\`${path}\``);

const REDIRECT: Response = {
  description: `The response to a browser: redirects to the endpoint’s \`redirectUrl\`, or, if the form was not stored, to one of the site’s pages ${failurePaths.join(', ')}.`,
  headers: headersWith(['Location']),
};

const ON_TO_ADDRESS: Response = {
  description: 'The response to clients that do not ask for JSON: redirects to the URL.',
  headers: headersWith(['Location']),
};
