import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arnOf, type Resource, Template } from '../../infra/local/template.ts';
import { BUILD_FOLDER, sourcesHash } from '../../infra/tools/buildFolder.ts';
import { argumentsFor } from './programBundles.ts';

export interface RawResource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface SynthesizedStack {
  name: string;
  resources: Record<string, RawResource>;
  outputs: Record<string, { Value: unknown }>;
  template: Template;
}

export const SETTINGS = { senderAddress: 'forms@example.com' };

type Settings = Record<string, unknown>;

export interface StackFile {
  settings: Settings;
  /** Receives the stack's name, resources and outputs as JSON, next to its assets. */
  file: string;
}

const PROGRAM = 'test/support/synthesizeStacks.ts';

/** The cache folder for these sources; computed once per test file. */
let folder: string | undefined;

/** The stack with these settings besides the required ones, as `cdk deploy -c name=value` would synthesize it. */
export function synthesizeStack(settings: Settings = {}): SynthesizedStack {
  const [stack] = synthesizeStacks(settings);
  return stack;
}

/**
 * Stacks, cached for all test files by their settings and sources. Missing ones are synthesized in one process, since
 * loading the CDK takes longest, within Jest several times as long.
 */
export function synthesizeStacks<Each extends Settings[]>(...each: Each): { [I in keyof Each]: SynthesizedStack } {
  folder ??= join(BUILD_FOLDER, 'test-stacks', sourcesHash(PROGRAM));
  const kept = folder;
  const files = each.map((given): StackFile => {
    const settings = { ...SETTINGS, ...given };
    const hash = createHash('sha256')
      .update(JSON.stringify(Object.entries(settings).sort()))
      .digest('hex');
    return { settings, file: join(kept, `${hash.slice(0, 16)}.json`) };
  });
  const missing = files.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) synthesizeInOtherProcess(missing);
  const stacks = files.map(({ file }): SynthesizedStack => {
    const { name, resources, outputs } = JSON.parse(readFileSync(file, 'utf8'));
    return { name, resources, outputs, template: new Template(kept, resources) };
  });
  return stacks as { [I in keyof Each]: SynthesizedStack };
}

function synthesizeInOtherProcess(missing: StackFile[]): void {
  // V8's optimizing compiler would take a quarter of so short a process.
  const args = ['--no-opt', ...argumentsFor(PROGRAM), JSON.stringify(missing)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

export interface FunctionProperties {
  Role: string;
  Runtime: string;
  Architectures: string[];
  Handler: string;
  Timeout: number;
  MemorySize: number;
  Code: { S3Key: string };
  Environment: { Variables: Record<string, string> };
}

/** A function of the stack by its construct's id, which is the operationId if there is one. */
export interface StackFunction {
  name: string;
  logicalId: string;
  properties: FunctionProperties;
  /** The permissions of its role, except for log, traces and failed records, which every function has. */
  statements: Statement[];
}

export interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

const functionsOfStacks = new WeakMap<SynthesizedStack, StackFunction[]>();

export function functionsOf(stack: SynthesizedStack): readonly StackFunction[] {
  const functions = functionsOfStacks.get(stack) ?? readFunctions(stack);
  functionsOfStacks.set(stack, functions);
  return functions;
}

function readFunctions({ template }: SynthesizedStack): StackFunction[] {
  return template.ofType('AWS::Lambda::Function').map(({ logicalId, path, properties }) => {
    const fields = properties as unknown as FunctionProperties;
    const role = fields.Role.split('/').at(-1) ?? '';
    const statements = statementsOf(template, role).flatMap((statement) => {
      const Resource = statement.Resource.filter((resource) => !isForEvery(statement.Action, resource));
      return Resource.length === 0 ? [] : [{ ...statement, Resource }];
    });
    return { name: path.split('/').at(-3) ?? '', logicalId, properties: fields, statements };
  });
}

const isForEvery = (actions: string[], resource: string): boolean =>
  actions.every(
    (action) =>
      action.startsWith('logs:') ||
      action.startsWith('xray:') ||
      (action === 'sqs:SendMessage' && /:DeadLetters\w*$/.test(resource)),
  );

export function statementsOf(template: Template, role?: string): Statement[] {
  return template
    .ofType('AWS::IAM::Role')
    .filter(({ logicalId }) => role === undefined || logicalId === role)
    .flatMap(({ properties }) => (properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .map((statement) => ({
      ...statement,
      Action: [statement.Action].flat() as string[],
      Resource: [statement.Resource].flat() as string[],
    }));
}

export const ofConstruct = (name: string, resources: readonly Resource[]): Resource =>
  single(resources.filter(({ path }) => path.split('/').at(-2) === name));

export function single(resources: readonly Resource[]): Resource {
  const [resource, ...others] = resources;
  if (!resource || others.length > 0) throw new Error(`expected one resource, found ${resources.length}`);
  return resource;
}

export const tableArn = ({ template }: SynthesizedStack): string => {
  const { logicalId, type } = single(template.ofType('AWS::DynamoDB::GlobalTable'));
  return arnOf(logicalId, type);
};
