import {
  GetAccountCommand,
  SESv2Client,
  type SESv2ClientConfig,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { mailbox, withoutEncodedWords } from '../../../../messages/headerText.ts';
import { requestTimeouts } from '../../../../runtime/requestTimeouts.ts';
import type { ChannelName } from '../../../../storage/table/partitions.ts';
import { CALL_ATTEMPT_MS } from '../../../timeoutsAndRetries.ts';
import type { MailName } from '../mailDelivery.ts';
import { SEND_ATTEMPT_MS } from '../mailTiming.ts';
import type { Message } from '../message/message.ts';
import type { SendQuota } from './accountRate.ts';
import { NewConnections } from './newConnections.ts';

/** A client without retries, which could send twice: the response may be lost. */
export const createMailClient = (config: SESv2ClientConfig = {}, connections = new NewConnections()): SESv2Client =>
  new SESv2Client({
    maxAttempts: 1,
    requestHandler: { ...requestTimeouts(SEND_ATTEMPT_MS), connectionTimeout: 0, httpsAgent: connections },
    ...config,
  });

export interface MailerSettings {
  senderAddress: string;
  /** Receives bounces and complaints from SES. */
  configurationSet: string;
  /** Tag of the mails' events; absent for notifications. */
  channel?: ChannelName | typeof TEST_CHANNEL;
}

export class Mailer {
  readonly #client: SESv2Client;
  readonly #settings: MailerSettings;

  constructor(client: SESv2Client, settings: MailerSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async send({ about, endpointId, recipient, resends, network }: MailName, message: Message): Promise<string> {
    const { channel, senderAddress, configurationSet: ConfigurationSetName } = this.#settings;
    const { MessageId } = await this.#client.send(
      new SendEmailCommand({
        ...emailOf(senderAddress, recipient, message),
        ConfigurationSetName,
        EmailTags: [
          { Name: ABOUT_TAG, Value: about },
          { Name: ENDPOINT_TAG, Value: endpointId },
          ...(channel === undefined ? [] : [{ Name: CHANNEL_TAG, Value: channel }]),
          ...(resends === undefined ? [] : [{ Name: RESENDS_TAG, Value: String(resends) }]),
          ...(network === undefined ? [] : [{ Name: NETWORK_TAG, Value: network }]),
        ],
      }),
    );
    return MessageId ?? 'unknown';
  }
}

/** A request for a mail. Without a configuration set, SES reports no bounces of it. */
export function emailOf(senderAddress: string, recipient: string, message: Message): SendEmailCommandInput {
  const { fromName, subject, text, html, replyTo, headers = AUTO_GENERATED } = message;
  return {
    FromEmailAddress: mailbox(senderAddress, fromName),
    Destination: { ToAddresses: [recipient] },
    ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
    Content: {
      Simple: {
        Subject: { Data: withoutEncodedWords(subject), Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  };
}

interface MailAccount {
  quota: SendQuota;
  /** In SES's sandbox, mails only reach verified addresses. */
  isSandboxed: boolean;
}

/**
 * Reads SES's state of the account.
 * @throws if SES does not respond in time
 */
export async function readAccount(client: SESv2Client): Promise<MailAccount> {
  const abortSignal = AbortSignal.timeout(CALL_ATTEMPT_MS);
  const { SendQuota: quota = {}, ProductionAccessEnabled } = await client.send(new GetAccountCommand({}), {
    abortSignal,
  });
  return { quota, isSandboxed: ProductionAccessEnabled === false };
}

/** Marks digests and alerts as automatic (RFC 3834), so that no program replies. */
const AUTO_GENERATED = { 'Auto-Submitted': 'auto-generated' };

/** Message tags that, with the recipient, identify a delivery in SES's events. */
export const ABOUT_TAG = 'submissionId';
export const ENDPOINT_TAG = 'endpointId';
/** Message tag that identifies the channel of mails other than notifications. */
export const CHANNEL_TAG = 'channel';
export const RESENDS_TAG = 'resends';
export const NETWORK_TAG = 'network';
/** The channel's value for mails that owners have sent to themselves. */
export const TEST_CHANNEL = 'test';
