import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An empty account after `cdk bootstrap`, as far as the CDK's command line asks. Keeps the names of uploaded assets. */
export class FakeAws {
  /** The calls: `CreateChangeSet`, or the method and path of a call to S3. */
  readonly calls: string[] = [];
  readonly #assets = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (incoming, outgoing) => {
      const call = callOf(incoming, await textOf(incoming));
      this.calls.push(call.name);
      const { status, type = 'text/xml', body } = this.#listing(call) ?? answerTo(call);
      outgoing.writeHead(status, { 'Content-Type': type }).end(body);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Without the keys of a bucket's listing, the CDK would upload every asset again. */
  #listing({ name, prefix }: Call): FakeAnswer | undefined {
    if (name.startsWith('PUT /cdk-')) this.#assets.add(name.split('/').at(-1) ?? '');
    if (prefix === null || !this.#assets.has(prefix)) return undefined;
    return { status: 200, body: `<ListBucketResult><Contents><Key>${prefix}</Key></Contents></ListBucketResult>` };
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Call {
  name: string;
  stackName: string;
  /** Of a bucket's listing. */
  prefix: string | null;
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

function callOf({ headers, method, url = '/' }: IncomingMessage, body: string): Call {
  const form = new URLSearchParams(body);
  const target = String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const name = form.get('Action') || target || `${method} ${pathname}`;
  return { name, stackName: form.get('StackName') ?? '', prefix: searchParams.get('prefix') };
}

const BOOTSTRAP_VERSION = '30';

function answerTo({ name, stackName }: Call): FakeAnswer {
  if (name === 'GetCallerIdentity') {
    return ok(name, '<Arn>arn:aws:iam::123456789012:user/me</Arn><UserId>me</UserId><Account>123456789012</Account>');
  }
  if (name === 'GetParameter') {
    const body = JSON.stringify({ Parameter: { Value: BOOTSTRAP_VERSION } });
    return { status: 200, type: 'application/x-amz-json-1.1', body };
  }
  if (name === 'DescribeStacks' && stackName === '') return ok(name, '<Stacks/>');
  if (/^(?:GET|PUT) \/cdk-/.test(name)) return { status: 200, body: '<LocationConstraint/>' };
  return refused(stackName === '' ? `${name} is not for this account` : `Stack with id ${stackName} does not exist`);
}

const ok = (action: string, result: string): FakeAnswer => ({
  status: 200,
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});

const refused = (message: string): FakeAnswer => ({
  status: 400,
  body: `<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
