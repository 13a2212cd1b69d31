import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS, type Operation } from '../../shared/contract/operations/index.ts';
import { UsageError } from '../tools/program.ts';

export const GROUPS: readonly Operation['group'][] = [...new Set(OPERATIONS.map(({ group }) => group))];
export const METHODS: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];
export const PERMISSIONS: readonly Operation['permission'][] = ['read', 'write', 'public'];

type NewOperation = Pick<Operation, 'id' | 'group' | 'method' | 'path' | 'permission'>;

/** A change of one file; creates the file if it does not exist. */
interface Change {
  file: string;
  change: (before: string) => string;
}

/**
 * Writes an operation without a body and returns an empty object: declaration, documentation, access, handler and test.
 * @returns the files
 * @throws UsageError if the id or the route is taken, or the path's parameters are unknown or named differently elsewhere
 */
export function writeOperation(root: string, operation: NewOperation): string[] {
  const { id, method, path } = operation;
  if (!/^[a-z][a-zA-Z]+$/.test(id)) throw new UsageError(`${id} is not in camel case.`);
  const taken = OPERATIONS.find((other) => other.id === id || (other.method === method && other.path === path));
  if (taken) throw new UsageError(`${taken.id} (${taken.method} ${taken.path}) exists.`);
  requireSiblingNames(path);
  return changesFor(operation).map(({ file, change }) => {
    const inRoot = join(root, file);
    writeFileSync(inRoot, change(existsSync(inRoot) ? readFileSync(inRoot, 'utf8') : ''));
    return file;
  });
}

/** API Gateway allows one parameter name in each place of a path. @throws UsageError with the name to use */
function requireSiblingNames(path: string): void {
  const parts = path.split('/');
  for (const other of OPERATIONS) {
    const others = other.path.split('/');
    const at = parts.findIndex((part, i) => part !== others[i]);
    const [own, theirs] = [parts[at], others[at]];
    if (own?.startsWith('{') && theirs?.startsWith('{'))
      throw new UsageError(`${path} conflicts with ${other.path} of ${other.id}: use ${theirs} instead of ${own}.`);
  }
}

function changesFor(operation: NewOperation): Change[] {
  const { id, group } = operation;
  const declarations = `shared/contract/operations/${group}`;
  const schema = paramsOf(operation);
  return [
    {
      file: `${declarations}.ts`,
      change: (before) => `${importing(before, './parts.ts', ...schema)}\n${declarationOf(operation, schema)}`,
    },
    { file: `${declarations}Docs.ts`, change: (before) => before.replace(/\};\n$/, `${docsOf(id)}};\n`) },
    {
      file: `infra/access/${group}.ts`,
      change: (before) =>
        before.replace(/\} satisfies Access<.*>;\n$/, (end) => `  ${id}: { tablePermissions: [] },\n${end}`),
    },
    { file: `lambdas/${group}/${id}.ts`, change: () => handlerOf(operation) },
    { file: `test/service/operations/${id}.test.ts`, change: () => testOf(operation) },
  ];
}

/** The schema of the path's parameters, as named in `parts.ts`. */
function paramsOf({ group, path }: NewOperation): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join(' ');
  if (names === '') return [];
  if (names === 'endpointId') return ['ByEndpointId'];
  if (names === 'endpointId id') return ['BySubmissionId'];
  if (names === 'id' && group === 'submissions')
    throw new UsageError('A submission is found by its endpoint and its id: use {endpointId}/{id} instead of {id}.');
  if (names === 'id') return ['ById'];
  throw new UsageError(
    `The parameters "${names}" are unknown. Use "id", "endpointId" or "endpointId id", or export a schema with yours ` +
      'from shared/contract/operations/parts.ts and return its name from paramsOf in infra/developer/operationFiles.ts.',
  );
}

/** Adds names to the import of a module. */
function importing(text: string, module: string, ...names: string[]): string {
  if (names.length === 0) return text;
  const imported = new RegExp(`import \\{([^}]*)\\} from '${module}';\\n`);
  const [line = '', before = ''] = imported.exec(text) ?? [];
  const all = new Set([...before.split(','), ...names].map((name) => name.trim()).filter((name) => name !== ''));
  const rest = text.replace(line, '');
  return rest.replace(
    /(?:import [^;]*;\n)+/,
    (imports) => `${imports}import { ${[...all].join(', ')} } from '${module}';\n`,
  );
}

const declarationOf = ({ id, method, path, permission }: NewOperation, [schema]: string[]): string =>
  `export const ${id} = defineOperation({
  id: '${id}',
  method: '${method}',
${method === 'POST' ? '  repeatable: false,\n' : ''}  path: '${path}',
  summary: '${summaryOf(id)}',
  permission: '${permission}',
${schema ? `  params: ${schema},\n` : ''}  response: Empty,
});
`;

const docsOf = (id: string): string => `  ${id}: {
    description: 'FILL IN: what it does for its caller.',
    response: 'FILL IN',
  },
`;

const handlerOf = ({ id, group }: NewOperation): string =>
  `import { ${id} } from '../../shared/contract/operations/${group}.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

export const createHandler = serve(${id}, async () => ({}));

export const handler = operationFromEnvironment(createHandler);
`;

const testOf = ({ id, group, method, path }: NewOperation): string =>
  `import { expect, test } from '@jest/globals';
import { ${id} } from '../../../shared/contract/operations/${group}.ts';
import { newOwn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { send } from '../../support/cloud/service.ts';

test('${method} ${path} › 200 returns an empty object', async () => {
  const own = await newOwn();
  const path = pathWith(${id}, rightRequest(${id}, own).params);
  const { status, json } = await send('${method}', path, { key: own.key });
  expect([status, json]).toEqual([200, {}]);
});
`;

/** `retrieveEndpoint` as `Retrieve endpoint`. */
const summaryOf = (id: string): string =>
  id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
