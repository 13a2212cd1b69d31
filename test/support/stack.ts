import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { FormsStack } from '../../infra/formsStack.ts';
import { QUICK_APP } from '../../infra/local/synthesizeStack.ts';
import { arnOf, type Resource, Template } from '../../infra/local/template.ts';
import { readSettings } from '../../infra/settings.ts';

/** A resource as CloudFormation gets it. */
export interface RawResource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface SynthesizedStack {
  name: string;
  /** As CloudFormation gets it. */
  resources: Record<string, RawResource>;
  outputs: Record<string, { Value: unknown }>;
  /** With references resolved. */
  template: Template;
  /** To be removed after the test. */
  folder: string;
}

/** What an operator must give; everything else has a default. */
export const SETTINGS = { senderAddress: 'forms@example.com' };

const WITH_PATHS = { 'aws:cdk:enable-path-metadata': true };

/** Synthesizes the stack with these settings besides the required ones, as `cdk deploy -c name=value` would. */
export function synthesizeStack(settings: Record<string, unknown> = {}): SynthesizedStack {
  const given: Record<string, unknown> = { ...SETTINGS, ...settings };
  const read = readSettings((name) => given[name]);
  const folder = mkdtempSync(join(tmpdir(), 'forms-synth-'));
  const app = new App({ ...QUICK_APP, outdir: folder, postCliContext: WITH_PATHS });
  const { stackName: name } = new FormsStack(app, read.stackName, read);
  const { Resources, Outputs } = app.synth().getStackByName(name).template;
  return { name, resources: Resources, outputs: Outputs, template: new Template(folder, Resources), folder };
}

export interface FunctionProperties {
  Role: string;
  Runtime: string;
  Architectures: string[];
  Handler: string;
  Timeout: number;
  Code: { S3Key: string };
  Environment: { Variables: Record<string, string> };
}

/** A function of the stack by the id of its construct, which is the operationId where there is one. */
export interface StackFunction {
  name: string;
  logicalId: string;
  properties: FunctionProperties;
  /** What its role allows, but for its own log, its traces and what it could not handle, which every function may write. */
  statements: Statement[];
}

export interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

export function functionsOf({ template }: SynthesizedStack): StackFunction[] {
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

/** What the policies of a role state, or those of all roles. */
export function statementsOf(template: Template, role?: string): Statement[] {
  return template
    .ofType('AWS::IAM::Policy')
    .filter(({ properties }) => role === undefined || (properties.Roles as string[]).includes(role))
    .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement)
    .map((statement) => ({
      ...(statement as unknown as Statement),
      Action: [statement.Action].flat() as string[],
      Resource: [statement.Resource].flat() as string[],
    }));
}

/** The resource that a construct of this name made. */
export const ofConstruct = (name: string, resources: Resource[]): Resource =>
  only(resources.filter(({ path }) => path.split('/').at(-2) === name));

/** The one resource of a type. */
export function only(resources: Resource[]): Resource {
  const [resource, ...others] = resources;
  if (!resource || others.length > 0) throw new Error(`expected one resource, found ${resources.length}`);
  return resource;
}

export const tableArn = ({ template }: SynthesizedStack): string => {
  const { logicalId, type } = only(template.ofType('AWS::DynamoDB::GlobalTable'));
  return arnOf(logicalId, type);
};
