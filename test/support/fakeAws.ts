import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stack as DescribeStacks returns it. */
export interface FakeStack {
  status: string;
  /** What its output `Settings` says; without it, it has no such output. */
  settings?: Record<string, unknown>;
  isProtected?: boolean;
}

/** An account with what `cdk bootstrap` creates, and with the stacks that a test puts there. It refuses to deploy. */
export class FakeAws {
  /** By their names. */
  readonly stacks = new Map<string, FakeStack>();
  /** Whether the caller is allowed to read stacks. */
  allowsReading = true;
  /** The calls that were made: `CreateChangeSet`, or the method and path of a call to S3. */
  readonly calls: string[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (incoming, outgoing) => {
      const call = callOf(incoming, await textOf(incoming));
      this.calls.push(call.name);
      const { status, type = 'text/xml', body } = this.#answerTo(call);
      outgoing.writeHead(status, { 'Content-Type': type }).end(body);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #answerTo({ name, stackName }: Call): FakeAnswer {
    if (name === 'GetCallerIdentity') {
      return ok(name, '<Arn>arn:aws:iam::123456789012:user/me</Arn><UserId>me</UserId><Account>123456789012</Account>');
    }
    if (name === 'GetParameter') {
      const body = JSON.stringify({ Parameter: { Value: BOOTSTRAP_VERSION } });
      return { status: 200, type: 'application/x-amz-json-1.1', body };
    }
    // The bucket for what is uploaded takes everything, and has nothing.
    if (/^(?:GET|PUT) \/cdk-/.test(name)) return { status: 200, body: '<LocationConstraint/>' };
    if (!this.allowsReading && name === 'DescribeStacks') return refused(`User: me is not authorized`, 'AccessDenied');
    if (name === 'DescribeStacks' && stackName === '') return described([...this.stacks]);
    const stack = this.stacks.get(stackName);
    if (name === 'DescribeStacks' && stack) return described([[stackName, stack]]);
    if (name === 'GetTemplate' && stack) return ok(name, '<TemplateBody>{}</TemplateBody>');
    if (name === 'DeleteChangeSet' && stack) return ok(name, '');
    if (name === 'DescribeChangeSet') return refused('There is no such change set', 'ChangeSetNotFound');
    if (name === 'UpdateTerminationProtection' && stack) return ok(name, `<StackId>${stackName}</StackId>`);
    return refused(stackName === '' ? `${name} is not for this account` : `Stack with id ${stackName} does not exist`);
  }
}

interface Call {
  name: string;
  stackName: string;
}

interface FakeAnswer {
  status: number;
  type?: string;
  body: string;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}

/** Services name the action in the body, in a header, or by method and path. */
function callOf({ headers, method, url = '/' }: IncomingMessage, body: string): Call {
  const form = new URLSearchParams(body);
  const target = String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const name = form.get('Action') || target || `${method} ${pathname}`;
  return { name, stackName: form.get('StackName') ?? '' };
}

const BOOTSTRAP_VERSION = '30';

const ok = (action: string, result: string): FakeAnswer => ({
  status: 200,
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});

const described = (stacks: [string, FakeStack][]): FakeAnswer =>
  ok('DescribeStacks', `<Stacks>${stacks.map((each) => member(...each)).join('')}</Stacks>`);

const member = (name: string, { status, settings, isProtected = false }: FakeStack): string =>
  `<member><StackName>${name}</StackName><StackStatus>${status}</StackStatus>` +
  `<StackId>arn:aws:cloudformation:eu-central-1:123456789012:stack/${name}/0a1b</StackId>` +
  `<CreationTime>2026-01-01T00:00:00Z</CreationTime>` +
  `<EnableTerminationProtection>${isProtected}</EnableTerminationProtection>` +
  (settings ? `<Outputs>${outputXml(settings)}</Outputs></member>` : '</member>');

const outputXml = (settings: object): string =>
  `<member><OutputKey>Settings</OutputKey><OutputValue>${JSON.stringify(settings)}</OutputValue></member>`;

const refused = (message: string, code = 'ValidationError'): FakeAnswer => ({
  status: 400,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
