import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { arnOf, LOCAL, type Resource, type Template } from '../../infra/localService/template.ts';
import { QUIET_SDK } from '../../infra/tools/quietSdk.ts';
import {
  ENVIRONMENT_BYTES_MAX,
  FUNCTION_EVENT_BYTES_MAX,
  FUNCTION_RESULT_BYTES_MAX,
} from '../../shared/runtime/awsLimits.ts';
import { ENVIRONMENT } from '../../shared/runtime/environment.ts';
import type { Fault } from './faults.ts';
import type { FunctionError, Invocation, WorkerData, WorkerMessage, WorkerOutcome } from './functionWorker.ts';
import { Instances } from './instances.ts';
import { Policy, type RawStatement, statementsOf } from './policy.ts';
import type { Runtime } from './runtime.ts';

/** The returned value as JSON, or the error. */
export type InvocationResult = { payload: string } | { error: FunctionError };

/**
 * Young generation of an instance's heap. V8's default grows to 48 MB in each of a dozen instances without saving
 * measurable processor time. `npm start` also keeps V8 from collecting it with four more threads for all instances, which
 * makes a post on two cores 5 % slower.
 */
const YOUNG_GENERATION_MB = 6;

/** AWS Lambda's error for an event beyond its limit, before the function starts. */
const TOO_LARGE = { errorType: 'RequestTooLargeException', trace: [] };

const STOPPED = { errorType: 'Runtime.ExitError', errorMessage: 'The local service is ending', trace: [] };

interface Properties {
  Timeout: number;
  MemorySize: number;
  Role: string;
  Environment?: { Variables: Record<string, string> };
  DeadLetterConfig?: { TargetArn: string };
  LoggingConfig?: { LogFormat?: WorkerData['logFormat'] };
}

/** A function of the template: bundle, environment, time limit and policy. */
export class LocalFunction {
  /** Its construct id; the operationId for an operation. */
  readonly name: string;
  readonly arn: string;
  readonly policy: Policy;
  readonly #statements: RawStatement[];
  readonly #properties: Properties;
  readonly #file: string;
  readonly #runtime: Runtime;
  readonly #instances = new Instances(() => this.#newWorker());
  #isStopped = false;

  constructor(resource: Resource, template: Template, runtime: Runtime) {
    this.#properties = resource.properties as unknown as Properties;
    this.name = functionNameOf(resource);
    this.arn = arnOf(resource.logicalId, resource.type);
    const lacks = (statement: number) => runtime.faults?.lacks(this.name, statement) ?? false;
    this.#statements = statementsOf(template, this.#properties.Role.split('/').at(-1) ?? '');
    this.policy = new Policy(this.#statements, lacks);
    const environment = Object.entries(this.#properties.Environment?.Variables ?? {})
      .flat()
      .join('');
    if (Buffer.byteLength(environment) > ENVIRONMENT_BYTES_MAX)
      throw new Error(`The environment of ${this.name} has more than ${ENVIRONMENT_BYTES_MAX} bytes.`);
    this.#file = join(template.folder, assetOf(resource), 'index.mjs');
    this.#runtime = runtime;
  }

  /** The queue for events of asynchronous invocations that failed. */
  get deadLettersArn(): string | undefined {
    return this.#properties.DeadLetterConfig?.TargetArn;
  }

  /** @param bytesMax AWS Lambda's limit for an event of this kind of invocation */
  async invoke(event: unknown, bytesMax = FUNCTION_EVENT_BYTES_MAX): Promise<InvocationResult> {
    const json = JSON.stringify(event);
    if (Buffer.byteLength(json) > bytesMax)
      return { error: { ...TOO_LARGE, errorMessage: `more than ${bytesMax} bytes` } };
    const fault = this.#runtime.faults?.take({
      service: 'lambda',
      action: 'Invoke',
      function: this.name,
      content: event,
    });
    if (fault !== undefined) return this.#failAs(fault);
    const worker = await this.#instances.take();
    if (this.#isStopped) {
      void worker.terminate();
      return { error: STOPPED };
    }
    const result = await this.#run(worker, json);
    this.#runtime.usage.addInvocation(this.name, result.rounds);
    if ('error' in result) this.#runtime.log.write(`${JSON.stringify({ function: this.name, ...result.error })}\n`);
    return 'error' in result ? result : { payload: result.result ?? 'null' };
  }

  async #failAs(fault: Fault['kind']): Promise<InvocationResult> {
    const { Timeout } = this.#properties;
    if (fault !== 'hangs') return { error: { errorType: 'Runtime.OutOfMemory', errorMessage: 'injected', trace: [] } };
    await sleep(Timeout * 1_000, undefined, { ref: false });
    return { error: { errorType: 'Sandbox.Timedout', errorMessage: 'injected', trace: [] } };
  }

  /** Ends every instance. Events in progress fail, also those that wait for an instance. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#instances].map((worker) => worker.terminate()));
  }

  /** Turns a crash, a timeout or an oversized response into a function error, as AWS does. */
  #run(worker: Worker, event: string): Promise<WorkerOutcome> {
    const timeoutMs = this.#properties.Timeout * 1_000;
    return new Promise((resolve) => {
      const finish = (outcome: WorkerOutcome, isReusable: boolean) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (isReusable) this.#instances.giveBack(worker);
        else {
          this.#instances.discard(worker);
          void worker.terminate();
        }
        resolve(outcome);
      };
      const fail = (errorType: string, errorMessage: string, isReusable = false) =>
        finish({ error: { errorType, errorMessage, trace: [] }, rounds: 0 }, isReusable);
      const onMessage = ({ outcome, isLoaded }: WorkerMessage) => {
        // AWS Lambda's Init phase has a separate limit, too.
        if (isLoaded) timer.refresh();
        if (!outcome) return;
        const size = 'result' in outcome ? Buffer.byteLength(outcome.result ?? '') : 0;
        if (size <= FUNCTION_RESULT_BYTES_MAX) return finish(outcome, true);
        const text = `Response payload size exceeded maximum allowed payload size (${size} bytes)`;
        fail('Function.ResponseSizeTooLarge', text, true);
      };
      const onError = (error: Error) => fail(error.name, error.message);
      const onExit = () => fail('Runtime.ExitError', 'Runtime exited without providing a reason');
      const onTimeout = () => fail('Sandbox.Timedout', `Task timed out after ${timeoutMs / 1_000} seconds`);
      const timer = setTimeout(onTimeout, timeoutMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      const requestId = randomUUID();
      worker.postMessage({
        event,
        requestId,
        functionName: this.name,
        functionArn: this.arn,
        timeoutMs,
      } satisfies Invocation);
    });
  }

  #newWorker(): Worker {
    const { LogFormat: logFormat = 'Text' } = this.#properties.LoggingConfig ?? {};
    const { workerFile, log, logFile, endpoints, usage, faults, db, aheadS } = this.#runtime;
    const own = this.#properties.Environment?.Variables ?? {};
    const worker = new Worker(workerFile, {
      workerData: {
        file: pathToFileURL(this.#file).href,
        logFormat,
        logFile,
        ...(aheadS && { aheadS }),
        ...(db &&
          faults && { engine: { endpoint: db.endpoint, statements: this.#statements, areFaultsSet: faults.areSet } }),
      } satisfies WorkerData,
      // In the template, the API has the URL that Amazon API Gateway would give it.
      env: {
        ...this.#lambdaEnvironment(),
        ...own,
        ...(ENVIRONMENT.apiUrl in own && { [ENVIRONMENT.apiUrl]: endpoints.apiUrl }),
      },
      resourceLimits: {
        maxOldGenerationSizeMb: this.#properties.MemorySize,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    worker.on('message', ({ calls }: WorkerMessage) => {
      for (const { action, units, failure } of calls) {
        usage.addCall(this.name, action, units);
        db?.note(action, failure);
      }
    });
    // Also between events.
    const noteError = ({ message }: Error) => log.write(`${JSON.stringify({ function: this.name, message })}\n`);
    worker.on('error', noteError).on('exit', () => this.#instances.discard(worker));
    worker.stdout.pipe(log, { end: false });
    worker.stderr.pipe(log, { end: false });
    return worker;
  }

  /** AWS's own environment variables. The access key identifies the function, as a role's credentials would. */
  #lambdaEnvironment(): Record<string, string> {
    return {
      AWS_REGION: LOCAL.region,
      AWS_LAMBDA_FUNCTION_NAME: this.name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(this.#properties.MemorySize),
      AWS_ACCESS_KEY_ID: this.name,
      AWS_SECRET_ACCESS_KEY: this.#runtime.endpoints.secretAccessKey ?? 'local',
      AWS_ENDPOINT_URL: this.#runtime.endpoints.awsEndpoint,
      ...(this.#runtime.endpoints.s3Endpoint && { AWS_ENDPOINT_URL_S3: this.#runtime.endpoints.s3Endpoint }),
      [ENVIRONMENT.captchaStandIn]: this.#runtime.endpoints.captchaStandIn ?? '',
      // Allows receivers on this machine, except the service's own tools.
      [ENVIRONMENT.loopbackReceivers]: this.#runtime.endpoints.toolPorts.join(','),
      ...QUIET_SDK,
    };
  }
}

/** `Forms/createKey/Function/Resource` is createKey. */
const functionNameOf = ({ path }: Resource): string => path.split('/').at(-3) ?? path;

function assetOf({ properties }: Resource): string {
  const { S3Key } = properties.Code as { S3Key: string };
  return `asset.${S3Key.replace(/\.zip$/, '')}`;
}
