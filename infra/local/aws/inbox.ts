import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { makePrivate, writeWhole } from '../files.ts';
import { parseJson, readAll, respond } from '../http.ts';
import { answerText, close, type Handler, HOST, newServer } from '../ports.ts';
import { SEND_EMAIL_PATH } from './awsServices.ts';

const require = createRequire(import.meta.url);
/** CommonJS packages whose types speak of a default export; required, it is found where they say. */
const { default: startViewer } = require('aws-ses-v2-local') as typeof import('aws-ses-v2-local');
const store = require('aws-ses-v2-local/dist/store.js') as typeof import('aws-ses-v2-local/dist/store.js');

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
function viewOf({ messageId, at, sent }: KeptMail): Parameters<typeof store.saveEmail>[0] {
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
  #bytes = 0;
  #bytesInFile = 0;

  constructor(file: string) {
    this.#file = file;
    makePrivate(file);
    store.clearStore();
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n')) {
      const { success, data } = KeptMail.safeParse(parseJson(line));
      if (success) this.#keep(line, data);
    }
    this.#rewrite();
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
    store.clearStore();
    this.#lines = [];
    this.#bytes = this.#bytesInFile = 0;
  }

  #keep(line: string, mail: KeptMail): void {
    this.#lines.push(line);
    this.#bytes += line.length;
    store.saveEmail(viewOf(mail));
    while (this.#lines.length > MAILS_MAX || this.#bytes > BYTES_MAX) {
      this.#bytes -= this.#lines.shift()?.length ?? 0;
      store.getStoreReadonly().emails.shift();
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
  const show = await viewer();
  return newServer(async (incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    if (request === `POST ${SEND_EMAIL_PATH}`) return accept(mailbox, incoming, outgoing);
    if (request === 'POST /clear-store') mailbox.clear();
    else if (incoming.method !== 'GET') return answerText(incoming, outgoing, 404, 'The inbox does not know this.');
    return show(incoming, outgoing);
  }, 'ownOrigin');
}

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

/** The package's own pages, behind an address that guards them: it can do nothing but listen, and is made to end that. */
async function viewer(): Promise<Handler> {
  const server = await startViewer({ host: HOST, port: 0 });
  const [show] = server.listeners('request') as Handler[];
  await close(server);
  if (!show) throw new Error('aws-ses-v2-local answers no requests.');
  return show;
}
