import type { Resource, Template } from './template.ts';

interface Statement {
  actions: RegExp[];
  resources: RegExp[];
  conditions: Record<string, Record<string, string | string[]>>;
}

/** One call as a policy sees it. */
export interface Call {
  action: string;
  resource: string;
  /** Values of condition keys, such as `ses:FromAddress`. */
  context?: Record<string, string>;
}

/** Conditions that occur in the stack; an unknown one grants nothing. */
const OPERATORS: Record<string, (actual: string | undefined, expected: string[]) => boolean> = {
  StringEquals: (actual, expected) => actual !== undefined && expected.includes(actual),
  StringLike: (actual, expected) => actual !== undefined && expected.some((pattern) => patternOf(pattern).test(actual)),
};

/** What one function's role allows, from the template's own policies. */
export class Policy {
  readonly #statements: Statement[];

  constructor(template: Template, roleLogicalId: string) {
    this.#statements = template
      .ofType('AWS::IAM::Policy')
      .filter(({ properties }) => (properties.Roles as string[]).includes(roleLogicalId))
      .flatMap(({ properties }) => statementsOf(properties));
  }

  allows({ action, resource, context = {} }: Call): boolean {
    return this.#statements.some(
      ({ actions, resources, conditions }) =>
        actions.some((pattern) => pattern.test(action)) &&
        resources.some((pattern) => pattern.test(resource)) &&
        Object.entries(conditions).every(([operator, tests]) =>
          Object.entries(tests).every(
            ([key, expected]) => OPERATORS[operator]?.(context[key], listOf(expected)) ?? false,
          ),
        ),
    );
  }
}

interface RawStatement {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Statement['conditions'];
}

function statementsOf(properties: Resource['properties']): Statement[] {
  const { Statement } = properties.PolicyDocument as { Statement: RawStatement[] };
  return Statement.map(({ Effect, Action, Resource, Condition = {} }) => {
    if (Effect !== 'Allow') throw new Error(`The local cloud does not know the policy effect ${Effect}.`);
    return {
      actions: listOf(Action).map((action) => patternOf(action, 'i')),
      resources: listOf(Resource).map((resource) => patternOf(resource)),
      conditions: Condition,
    };
  });
}

const listOf = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

/** A pattern of a policy. Resources and values are compared with regard to case; of actions AWS disregards it. */
const patternOf = (pattern: string, flags = ''): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    flags,
  );
