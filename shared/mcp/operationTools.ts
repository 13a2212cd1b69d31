import { invalidInput } from '../contract/errors.ts';
import type { ToolDocs } from '../contract/operations/documented.ts';
import { OPERATIONS, type Operation } from '../contract/operations/index.ts';
import type { SubmissionWithData } from '../contract/schemas/submissions/submission.ts';
import { openApiDocument } from '../openapi/document.ts';
import { docsOf } from '../openapi/operationDocs.ts';
import type { OpenApiDocument, OperationObject, Parameter, Response, Schema } from '../openapi/types.ts';
import { answerSchema, visible } from './answer.ts';
import { type Api, namesIn } from './api.ts';
import { callInParts } from './callInParts.ts';
import type { Tool } from './tool.ts';
import { selfContained } from './toolSchema.ts';

/** The tools of all operations that are declared as tools, in the order of the declarations. */
export function operationTools(): Tool[] {
  const document = openApiDocument({ apiUrl: '' });
  return OPERATIONS.flatMap((operation) => {
    const { tool } = docsOf(operation.id);
    return tool ? [toolOf(operation, tool, document)] : [];
  });
}

function toolOf(
  operation: Operation,
  { isDestructive, defaults = {}, hidesSpam }: ToolDocs,
  document: OpenApiDocument,
): Tool {
  const { id, method, path, summary, permission, repeatable } = operation;
  const { schemas } = document.components;
  const documented = document.paths[path]?.[method.toLowerCase() as 'get'] as OperationObject;
  const parameters = (documented.parameters ?? []).filter((parameter) => parameter.in !== 'header');
  const ofOperation = inputSchema(parameters, bodyOf(documented, schemas), defaults);
  const given = hidesSpam ? withProperty(ofOperation, SPAM, ASKING_FOR_SPAM) : ofOperation;
  const { content } = documented.responses[operation.status] as Response;
  const isDeletion = method === 'DELETE';
  const reading = isDeletion ? readingOf(operation) : undefined;
  return {
    descriptor: {
      name: id,
      title: summary,
      description: documented.description,
      inputSchema: selfContained(isDeletion ? withConfirmation(given) : given, schemas, 'input'),
      outputSchema: selfContained(answerSchema(content?.['application/json']?.schema ?? {}), schemas, 'output'),
      annotations: {
        readOnlyHint: permission === 'read',
        destructiveHint: isDestructive ?? isDeletion,
        idempotentHint: repeatable === true,
      },
    },
    operations: reading ? [operation, reading] : [operation],
    async call({ [CONFIRM]: confirmation, ...all }, api) {
      const { [SPAM]: asksForSpam, ...others } = all;
      const given = hidesSpam ? others : all;
      const args = {
        ...given,
        ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, given[name] ?? value])),
      };
      if (isDeletion) requireConfirmed(confirmation, reading ? await api.call(reading, args) : given, api);
      const answer = await callInParts(operation, (more) => api.call(operation, { ...args, ...more }));
      return hidesSpam && asksForSpam !== true ? withoutSpam(answer) : answer;
    },
  };
}

/** The argument that repeats what a tool deletes. */
const CONFIRM = 'confirm';

/** The operation that reads the name of what this one deletes, if it has one. */
const readingOf = ({ path }: Operation): Operation | undefined =>
  OPERATIONS.find(
    ({ response, ...other }) => other.path === path && other.method === 'GET' && namesIn(response).includes('name'),
  );

/** @param named what is deleted, with its id and its name, if it has one */
function requireConfirmed(confirmation: unknown, named: { name?: unknown; id?: unknown }, api: Api): void {
  const { name, id } = named;
  const repeated = name ?? id;
  // The assistant knows the name as it was shown.
  if (confirmation !== repeated && confirmation !== visible(repeated))
    throw api.refusal(invalidInput('body', [`${CONFIRM} must repeat the ${name ? 'name' : 'id'} of what is deleted`]));
}

const withProperty = (schema: Schema, name: string, property: Schema): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: property },
});

const withConfirmation = (schema: Schema): Schema => ({
  ...withProperty(schema, CONFIRM, {
    type: 'string',
    description: 'The name of what is deleted, or its id if it has no name.',
  }),
  required: [...(schema.required ?? []), CONFIRM],
});

/** The argument that asks for spam. */
const SPAM = 'isSpam';
const ASKING_FOR_SPAM: Schema = {
  type: 'boolean',
  default: false,
  description: 'With `true`, also what is in a submission that is spam.',
};

/** A submission as it is, or, if it is spam, without anything that its sender wrote. */
function withoutSpam(submission: Partial<SubmissionWithData>): object {
  const { id, endpointId, isSpam, isRead } = submission;
  if (!isSpam) return submission;
  return { id, endpointId, isSpam, isRead, hidden: `It is spam. To read it all the same, give \`${SPAM}: true\`.` };
}

function bodyOf({ requestBody }: OperationObject, schemas: Record<string, Schema>): Schema {
  const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {};
  return schemas[$ref.split('/').at(-1) ?? ''] ?? {};
}

/** Path, query and body as arguments side by side. */
const inputSchema = (parameters: Parameter[], body: Schema, defaults: NonNullable<ToolDocs['defaults']>): Schema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      parameters.map(({ name, description, schema }) => {
        const byDefault = name in defaults && { default: defaults[name] };
        return [name, { ...schema, ...byDefault, description }];
      }),
    ),
    ...body.properties,
  },
  required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
});
