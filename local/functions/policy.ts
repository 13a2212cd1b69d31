import type { Template } from '../../infra/localService/template.ts';

interface Statement {
  actions: RegExp[];
  resources: RegExp[];
  conditions: Record<string, Record<string, string | string[]>>;
}

export interface Call {
  action: string;
  resource: string;
  /** Values of condition keys such as `ses:FromAddress`; an empty list for a key that the request lacks. */
  context?: Record<string, string | string[]>;
}

type Matches = (value: string, expected: string[]) => boolean;
const equals: Matches = (value, expected) => expected.includes(value);
const isLike: Matches = (value, expected) => expected.some((pattern) => patternOf(pattern).test(value));

type Operator = (actual: string[], expected: string[]) => boolean;
const one =
  (matches: Matches): Operator =>
  (actual, expected) =>
    actual.length === 1 && all(matches)(actual, expected);
/** True for an empty list, as in AWS. */
const all =
  (matches: Matches): Operator =>
  (actual, expected) =>
    actual.every((value) => matches(value, expected));

/** The conditions used in the stack. An unknown operator or key grants nothing. */
const OPERATORS: Record<string, Operator> = {
  StringEquals: one(equals),
  StringLike: one(isLike),
  StringEqualsIfExists: (actual, expected) => actual.length === 0 || one(equals)(actual, expected),
  'ForAllValues:StringEquals': all(equals),
  'ForAllValues:StringLike': all(isLike),
  Null: (actual, expected) => expected.includes(String(actual.length === 0)),
};

function holds(operator: string, actual: string | string[] | undefined, expected: string | string[]): boolean {
  return actual !== undefined && (OPERATORS[operator]?.(listOf(actual), listOf(expected)) ?? false);
}

/** The permissions of a function's role. */
export class Policy {
  readonly #statements: Statement[];

  readonly #lacks: (statement: number) => boolean;

  /** @param lacks whether a statement is ignored, by its position */
  constructor(statements: RawStatement[], lacks: (statement: number) => boolean = () => false) {
    this.#lacks = lacks;
    this.#statements = statements.map(parse);
  }

  allows({ action, resource, context = {} }: Call): boolean {
    return this.#statements.some(
      ({ actions, resources, conditions }, position) =>
        !this.#lacks(position) &&
        actions.some((pattern) => pattern.test(action)) &&
        resources.some((pattern) => pattern.test(resource)) &&
        Object.entries(conditions).every(([operator, tests]) =>
          Object.entries(tests).every(([key, expected]) => holds(operator, context[key], expected)),
        ),
    );
  }
}

/** The statements of a role in the template. */
export function statementsOf(template: Template, roleLogicalId: string): RawStatement[] {
  const role = template.ofType('AWS::IAM::Role').find(({ logicalId }) => logicalId === roleLogicalId);
  const policies = (role?.properties.Policies ?? []) as { PolicyDocument: { Statement: RawStatement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

export interface RawStatement {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Statement['conditions'];
}

function parse({ Effect, Action, Resource, Condition = {} }: RawStatement): Statement {
  if (Effect !== 'Allow') throw new Error(`The local cloud does not support the policy effect ${Effect}.`);
  return {
    actions: listOf(Action).map((action) => patternOf(action, 'i')),
    resources: listOf(Resource).map((resource) => patternOf(resource)),
    conditions: Condition,
  };
}

const listOf = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

const patterns = new Map<string, RegExp>();

/** Compiles a policy pattern. Case matters for resources and values, not for actions. */
function patternOf(pattern: string, flags = ''): RegExp {
  const name = `${flags}:${pattern}`;
  const compiled = patterns.get(name) ?? compile(pattern, flags);
  patterns.set(name, compiled);
  return compiled;
}

const compile = (pattern: string, flags: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    flags,
  );
