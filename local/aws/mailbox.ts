import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../infra/tools/parseJson.ts';
import { writeWhole } from '../../infra/tools/writeWhole.ts';
import { MAILBOX_BYTES_MAX } from '../../shared/messages/headerText.ts';
import { readAll, respond, respondJson } from '../http/http.ts';
import { newServer, respondWithText } from '../http/ports.ts';
import { complain } from '../process/complain.ts';
import { appendWhole, makePrivate } from '../process/diskFiles.ts';
import { SEND_EMAIL_PATH } from './awsServices.ts';
import { MAILBOX_POLICY, mailboxPage, type ShownMail } from './mailboxPages.ts';

/** The newest mails within both limits are kept. */
const MAILS_MAX = 20_000;
const BYTES_MAX = 100_000_000;

const Text = z.object({ Data: z.string() });
/** SES does not support SMTPUTF8: addresses with their names are ASCII. */
const Address = z
  .string()
  .regex(/^[\x20-\x7e]+$/, 'must be 7-bit ASCII')
  .max(MAILBOX_BYTES_MAX);
const Addresses = z.array(Address).default([]);

const SendEmail = z.object({
  FromEmailAddress: Address,
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

/** A stored mail: the request, its message id and its time in seconds since 1970. */
const KeptMail = z.object({ messageId: z.string(), at: z.number(), sent: SendEmail });
type KeptMail = z.output<typeof KeptMail>;

function viewOf({ messageId, at, sent }: KeptMail): ShownMail {
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
    at,
  };
}

/** Mails in a file, one per line, oldest first. An accepted mail survives a crash. */
class Mailbox {
  readonly #file: string;
  #lines: string[] = [];
  #views: ShownMail[] = [];
  #bytes = 0;
  #inFile = { mails: 0, bytes: 0 };

  constructor(file: string) {
    this.#file = file;
    makePrivate(file);
    let unreadable = 0;
    const lines = existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
    for (const line of lines) {
      const { success, data } = KeptMail.safeParse(parseJson(line));
      if (success) this.#keep(line, data);
      else unreadable++;
      this.#count(line);
    }
    if (unreadable > 0) console.error(`${file} has ${unreadable} mails that cannot be read; they are not shown.`);
  }

  get views(): readonly ShownMail[] {
    return this.#views;
  }

  /** @returns the mail's id once the mail is on disk */
  add(sent: KeptMail['sent']): string {
    const mail = { messageId: `ses-${randomUUID()}`, at: Math.floor(Date.now() / 1_000), sent };
    const line = JSON.stringify(mail);
    // Starts a new line after one that a crash cut short.
    appendWhole(this.#file, `\n${line}`);
    this.#count(line);
    this.#keep(line, mail);
    this.#shorten();
    return mail.messageId;
  }

  clear(): void {
    rmSync(this.#file, { force: true });
    this.#lines = [];
    this.#views = [];
    this.#bytes = 0;
    this.#inFile = { mails: 0, bytes: 0 };
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

  #count(line: string): void {
    this.#inFile.mails++;
    this.#inFile.bytes += line.length;
  }

  /** Removes old mails from the file once they are half of it. A full disk postpones that. */
  #shorten(): void {
    if (this.#inFile.mails <= 2 * MAILS_MAX && this.#inFile.bytes <= 2 * BYTES_MAX) return;
    try {
      writeWhole(this.#file, this.#lines.join('\n'));
      this.#inFile = { mails: this.#lines.length, bytes: this.#bytes };
    } catch (error) {
      complain('The mailbox cannot be shortened:', error);
    }
  }
}

/**
 * Stands in for SES: stores every mail and responds as SendEmail does. `GET /store` lists all mails as JSON, `POST
 * /clear-store` deletes them, and pages show them.
 */
export function createMailbox(folder: string, siteUrl: string): Server {
  const mailbox = new Mailbox(join(folder, 'inbox.jsonl'));
  return newServer(async (incoming, outgoing) => {
    const { method, url = '/' } = incoming;
    const request = `${method} ${url}`;
    if (request === `POST ${SEND_EMAIL_PATH}`) return accept(mailbox, incoming, outgoing);
    if (request === 'GET /store') return respondJson(outgoing, { emails: mailbox.views });
    if (request === 'POST /clear-store') {
      mailbox.clear();
      return respondJson(outgoing, { message: 'Store cleared' });
    }
    const page = method === 'GET' ? mailboxPage(mailbox.views, url, siteUrl) : undefined;
    if (page === undefined) return respondWithText(incoming, outgoing, 404, 'The mailbox does not support this.');
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': MAILBOX_POLICY };
    respond(outgoing, { status: 200, headers, body: page });
  }, 'ownOrigin');
}

async function accept(mailbox: Mailbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { success, data, error } = SendEmail.safeParse(parseJson(await readAll(incoming)));
  if (success) return respondJson(outgoing, { MessageId: mailbox.add(data) });
  respondJson(outgoing, { message: z.prettifyError(error) }, 400, { 'x-amzn-errortype': 'BadRequestException' });
}
