import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Message } from './message.ts';

/** Sends through Amazon SES, from one verified address. */
export class Mailer {
  // A repetition after a lost answer would send twice: whoever calls decides about another attempt.
  readonly #client = new SESv2Client({ maxAttempts: 1 });
  readonly #senderAddress: string;

  constructor(senderAddress: string) {
    this.#senderAddress = senderAddress;
  }

  /** @returns SES's id of the message */
  async send(recipient: string, { subject, text, html, replyTo, submissionId }: Message): Promise<string | undefined> {
    const { MessageId } = await this.#client.send(
      new SendEmailCommand({
        FromEmailAddress: this.#senderAddress,
        Destination: { ToAddresses: [recipient] },
        ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          },
        },
        EmailTags: [{ Name: 'submissionId', Value: submissionId }],
      }),
    );
    return MessageId;
  }
}
