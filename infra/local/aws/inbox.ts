import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Email } from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';
import { makePrivate, writeWhole } from '../files.ts';
import { parseJson, readAll, respond } from '../http.ts';
import { answerText, close, type Handler, HOST, newServer } from '../ports.ts';
import { SEND_EMAIL_PATH } from './awsServices.ts';

const require = createRequire(import.meta.url);

/** As many of the newest mails are kept as fit into both. */
const MAILS_MAX = 20_000;
const BYTES_MAX = 100_000_000;

const Text = z.object({ Data: z.string() });
const Addresses = z.array(z.string()).default([]);

/** A request of SES's operation SendEmail, as far as the inbox shows it. */
const SendEmail = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses }),
  ReplyToAddresses: Addresses,
  Content: z.object({
    Simple: z.object({
      Subject: Text.refine(({ Data }) => Data !== ''),
      Body: z
        .object({ Text: Text.optional(), Html: Text.optional() })
        .refine((body) => body.Text?.Data || body.Html?.Data, 'Text or Html is missing'),
      Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
    }),
  }),
});

/** A mail as it is kept: what was sent, under the id that was answered, and when (seconds since 1970). */
const KeptMail = z.object({ messageId: z.string(), at: z.number(), sent: SendEmail });
type KeptMail = z.output<typeof KeptMail>;

/** A mail as `/store` shows it. */
function viewOf({ messageId, at, sent }: KeptMail): Email {
  const { Subject, Body, Headers } = sent.Content.Simple;
  const { ToAddresses: to, CcAddresses: cc, BccAddresses: bcc } = sent.Destination;
  return {
    messageId,
    from: sent.FromEmailAddress,
    replyTo: sent.ReplyToAddresses,
    destination: { to, cc, bcc },
    subject: Subject.Data,
    body: { html: Body.Html?.Data, text: Body.Text?.Data },
    headers: Headers.map(({ Name, Value }) => ({ name: Name, value: Value })),
    attachments: [],
    at,
  };
}

/** The mails in a file, one a line, oldest first: a mail that was accepted outlives whatever ends the process. */
class Mailbox {
  readonly #file: string;
  #lines: string[] = [];
  #views: Email[] = [];
  #bytes = 0;
  #bytesInFile = 0;

  constructor(file: string) {
    this.#file = file;
    makePrivate(file);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n')) {
      const { success, data } = KeptMail.safeParse(parseJson(line));
      if (success) this.#keep(line, data);
    }
    this.#rewrite();
  }

  /** Each mail as `/store` shows it. */
  get views(): readonly Email[] {
    return this.#views;
  }

  /** @returns the mail's id, once it is in the file */
  add(sent: KeptMail['sent']): string {
    const mail = { messageId: `ses-${randomUUID()}`, at: Math.floor(Date.now() / 1_000), sent };
    const line = JSON.stringify(mail);
    // A line that was not written whole, on a full disk, ends where this one begins.
    appendFileSync(this.#file, `\n${line}`);
    this.#bytesInFile += line.length;
    this.#keep(line, mail);
    if (this.#bytesInFile > 2 * BYTES_MAX) this.#rewrite();
    return mail.messageId;
  }

  clear(): void {
    rmSync(this.#file, { force: true });
    this.#lines = [];
    this.#views = [];
    this.#bytes = this.#bytesInFile = 0;
  }

  #keep(line: string, mail: KeptMail): void {
    this.#lines.push(line);
    this.#bytes += line.length;
    this.#views.push(viewOf(mail));
    while (this.#lines.length > MAILS_MAX || this.#bytes > BYTES_MAX) {
      this.#bytes -= this.#lines.shift()?.length ?? 0;
      this.#views.shift();
    }
  }

  #rewrite(): void {
    writeWhole(this.#file, this.#lines.join('\n'));
    this.#bytesInFile = this.#bytes;
  }
}

/**
 * What SES is here: keeps every mail, and shows it. It answers what SES's operation SendEmail answers, `GET /store` all
 * mails as JSON, `POST /clear-store` forgets them, and the pages of aws-ses-v2-local show them.
 */
export async function createInbox(folder: string): Promise<Server> {
  const mailbox = new Mailbox(join(folder, 'inbox.jsonl'));
  let viewer: Promise<Viewer> | undefined;
  return newServer(async (incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    if (request === `POST ${SEND_EMAIL_PATH}`) return accept(mailbox, incoming, outgoing);
    if (request === 'GET /store') return respondJson(outgoing, { templates: {}, emails: mailbox.views });
    if (request === 'POST /clear-store') {
      mailbox.clear();
      return respondJson(outgoing, { message: 'Store cleared' });
    }
    if (incoming.method !== 'GET') return answerText(incoming, outgoing, 404, 'The inbox does not know this.');
    viewer ??= loadViewer();
    const { show, emails } = await viewer;
    emails.splice(0, emails.length);
    for (const mail of mailbox.views) emails.push(mail);
    return show(incoming, outgoing);
  }, 'ownOrigin');
}

const respondJson = (outgoing: ServerResponse, value: unknown): void =>
  respond(outgoing, { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

async function accept(mailbox: Mailbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { success, data, error } = SendEmail.safeParse(parseJson(await readAll(incoming)));
  const headers = { 'Content-Type': 'application/json' };
  if (success) {
    const body = JSON.stringify({ MessageId: mailbox.add(data) });
    return respond(outgoing, { status: 200, headers, body });
  }
  const body = JSON.stringify({ message: z.prettifyError(error) });
  respond(outgoing, { status: 400, headers: { ...headers, 'x-amzn-errortype': 'BadRequestException' }, body });
}

/** Pages that show mails, and the list of the mails that they show. */
interface Viewer {
  show: Handler;
  emails: Email[];
}

/**
 * The package's own pages, behind an address that guards them: it can do nothing but listen, and is made to end that.
 * Loaded when somebody looks, because to load it takes a fourth of the processor time of a start.
 */
async function loadViewer(): Promise<Viewer> {
  // CommonJS packages whose types speak of a default export; required, it is found where they say.
  const { default: startViewer } = require('aws-ses-v2-local') as typeof import('aws-ses-v2-local');
  const store = require('aws-ses-v2-local/dist/store.js') as typeof import('aws-ses-v2-local/dist/store.js');
  const server = await startViewer({ host: HOST, port: 0 });
  const [show] = server.listeners('request') as Handler[];
  await close(server);
  if (!show) throw new Error('aws-ses-v2-local answers no requests.');
  return { show, emails: store.getStoreReadonly().emails };
}
