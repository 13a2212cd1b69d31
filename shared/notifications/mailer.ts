import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Message } from './message.ts';

/** Longest wait for SES's answer. What is not answered by then may or may not have been sent. */
const ANSWER_TIMEOUT_MS = 5_000;

/** A client that tries once: a repetition after a lost answer would send twice. */
export const createMailClient = (config: SESv2ClientConfig = {}): SESv2Client =>
  new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: ANSWER_TIMEOUT_MS },
    ...config,
  });

export interface MailerSettings {
  /** Verified in SES. */
  senderAddress: string;
  /** Where SES reports bounces and complaints to. */
  configurationSet: string;
}

/** Sends messages through Amazon SES. */
export class Mailer {
  readonly #client: SESv2Client;
  readonly #settings: MailerSettings;

  constructor(client: SESv2Client, settings: MailerSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** @returns SES's id of the message */
  async send(recipient: string, { subject, text, html, replyTo, submissionId, endpointId }: Message): Promise<string> {
    const { MessageId } = await this.#client.send(
      new SendEmailCommand({
        FromEmailAddress: this.#settings.senderAddress,
        ConfigurationSetName: this.#settings.configurationSet,
        Destination: { ToAddresses: [recipient] },
        ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          },
        },
        EmailTags: [
          { Name: SUBMISSION_TAG, Value: submissionId },
          { Name: ENDPOINT_TAG, Value: endpointId },
        ],
      }),
    );
    return MessageId ?? 'unknown';
  }
}

/** The message tags that name submission and endpoint in SES's events. */
export const SUBMISSION_TAG = 'submissionId';
export const ENDPOINT_TAG = 'endpointId';
