import { log } from '../../../../runtime/log.ts';
import type { SendResult } from '../../../channel.ts';
import type { MailName } from '../mailDelivery.ts';
import type { Message } from '../message/message.ts';
import type { Mailer } from './mailer.ts';
import { refusalReason } from './refusals.ts';
import { classifySendFailure } from './sendFailures.ts';

export type Mailing = Pick<Mailer, 'send'>;

export interface SendingRules {
  /** True if a mail that SES may have accepted is never sent again. */
  isAtMostOnce?: boolean;
  now?: () => number;
}

/** Makes one attempt at a mail and classifies its failure. */
export class MailSender {
  readonly #mailer: Mailing;
  readonly #isAtMostOnce: boolean;
  readonly #now: () => number;

  constructor(mailer: Mailing, { isAtMostOnce = false, now = Date.now }: SendingRules = {}) {
    this.#mailer = mailer;
    this.#isAtMostOnce = isAtMostOnce;
    this.#now = now;
  }

  async send(
    { about, endpointId, resends, network }: Omit<MailName, 'recipient'>,
    recipient: string,
    compose: () => Message,
  ): Promise<SendResult> {
    const startedAt = this.#now();
    const failed = (error: unknown, reason: string, isFinal: boolean): SendResult => ({
      state: 'failed',
      attempt: { durationMs: this.#now() - startedAt, error: nameOf(error) },
      reason,
      isFinal,
    });
    const name = { about, endpointId, recipient, resends, network };
    let message: Message;
    try {
      message = compose();
    } catch (error) {
      log('error', 'a mail could not be composed', { about, endpointId }, error);
      return failed(error, `could not be composed: ${nameOf(error)}`, true);
    }
    try {
      const messageId = await this.#sendWithOrWithoutReplyTo(name, message);
      return { state: 'sent', attempt: { durationMs: this.#now() - startedAt, messageId } };
    } catch (error) {
      const failure = classifySendFailure(error);
      if (failure === 'rejected') return failed(error, refusalReason(error, recipient), true);
      return failed(error, nameOf(error), this.#isAtMostOnce && failure === 'unknown');
    }
  }

  /** If SES rejects the Reply-To, the mail is sent without it. */
  async #sendWithOrWithoutReplyTo(name: MailName, { replyTo, ...message }: Message): Promise<string> {
    // A second call could take longer than the claim of such a mail allows.
    if (replyTo === undefined || this.#isAtMostOnce) return this.#mailer.send(name, { ...message, replyTo });
    try {
      return await this.#mailer.send(name, { ...message, replyTo });
    } catch (error) {
      if (classifySendFailure(error) !== 'rejected') throw error;
      const { about, endpointId } = name;
      // Without the error's message, which contains addresses.
      log('warn', 'sent without its Reply-To, which SES rejected', { about, endpointId, reason: nameOf(error) });
      return this.#mailer.send(name, message);
    }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
