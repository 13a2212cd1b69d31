import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { arnOf, type Resource, Template } from '../../../infra/localService/template.ts';
import { askSynthesizer } from '../jest/askSynthesizer.ts';

export interface RawResource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export interface SynthesizedStack {
  name: string;
  resources: Record<string, RawResource>;
  outputs: Record<string, { Value: unknown }>;
  template: Template;
}

export const SETTINGS = { senderAddress: 'forms@example.com' };

type Settings = Record<string, unknown>;

/** The stack with these settings besides the required ones, as `cdk deploy -c name=value` would synthesize it. */
export async function synthesizeStack(settings: Settings = {}): Promise<SynthesizedStack> {
  const [stack] = await synthesizeStacks(settings);
  return stack;
}

/** Stacks, cached for all test files by their settings and sources. */
export async function synthesizeStacks<Each extends Settings[]>(
  ...each: Each
): Promise<{ [I in keyof Each]: SynthesizedStack }> {
  const files = await filesOf(each.map((settings) => ({ ...SETTINGS, ...settings })));
  const stacks = files.map((file): SynthesizedStack => {
    const { name, resources, outputs } = JSON.parse(readFileSync(file, 'utf8'));
    return { name, resources, outputs, template: new Template(dirname(file), resources) };
  });
  return stacks as { [I in keyof Each]: SynthesizedStack };
}

/** From the run's synthesizer; outside of Jest from this process. */
const filesOf = async (each: Settings[]): Promise<string[]> =>
  (await askSynthesizer<string[]>('/stacks', each)) ?? (await import('./stackFiles.ts')).stackFiles(each);

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

export function single<T = Resource>(items: readonly T[]): T {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) throw new Error(`expected one, found ${items.length}`);
  return item;
}

export const tableArn = ({ template }: SynthesizedStack): string => {
  const { logicalId, type } = single(template.ofType('AWS::DynamoDB::GlobalTable'));
  return arnOf(logicalId, type);
};
