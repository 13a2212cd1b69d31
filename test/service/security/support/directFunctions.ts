import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outputs } from '../../../../infra/localService/outputs.ts';
import type { Resource } from '../../../../infra/localService/template.ts';
import {
  createRuntime,
  type InvocationResult,
  LocalFunction,
  type Runtime,
} from '../../../../local/functions/functions.ts';
import { Usage } from '../../../../local/functions/usage.ts';
import { removeFolder } from '../../../support/cloudProcess.ts';
import type { SynthesizedStack } from '../../../support/stack.ts';

/** The stack's functions, to invoke with any event, with one table in place of all AWS services. */
export class DirectFunctions {
  readonly #folder = mkdtempSync(join(tmpdir(), 'forms-direct-'));
  readonly #runtime: Runtime;
  readonly #functions: Map<string, LocalFunction>;

  constructor({ template }: SynthesizedStack, { apiUrl, dynamodbEndpoint, dynamodbAccessKeyId }: Outputs) {
    this.#runtime = createRuntime(
      this.#folder,
      { apiUrl, awsEndpoint: dynamodbEndpoint, toolPorts: [new URL(dynamodbEndpoint).port] },
      new Usage(),
    );
    const functions = template
      .ofType('AWS::Lambda::Function')
      .map((resource) => new LocalFunction(withAccessKey(resource, dynamodbAccessKeyId), template, this.#runtime));
    this.#functions = new Map(functions.map((each) => [each.name, each]));
  }

  invoke(name: string, event: unknown): Promise<InvocationResult> {
    const target = this.#functions.get(name);
    if (!target) throw new Error(`The stack has no function ${name}.`);
    return target.invoke(event);
  }

  log(): string {
    const file = join(this.#folder, 'functions.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((each) => each.stop()));
    await new Promise<void>((resolve) => this.#runtime.log.end(resolve));
    removeFolder(this.#folder);
  }
}

/** The table expects its own access key instead of the function's name. */
function withAccessKey(resource: Resource, accessKeyId: string): Resource {
  const { Variables } = (resource.properties.Environment ?? {}) as { Variables?: Record<string, string> };
  const Environment = { Variables: { ...Variables, AWS_ACCESS_KEY_ID: accessKeyId } };
  return { ...resource, properties: { ...resource.properties, Environment } };
}
