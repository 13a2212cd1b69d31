import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { SIGN_IN_CODE_MINUTES } from '../contract/limits.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import { BROWSER_NAMES, UNKNOWN_BROWSER } from './browserName.ts';

/** A code to mail if it is for a member. `country` as in ISO 3166-1; `browser` from `browserOf`. */
const RequestedCode = z.object({
  handle: z.string(),
  country: z.optional(z.string()),
  browser: z.optional(z.catch(z.enum(BROWSER_NAMES), UNKNOWN_BROWSER)),
});
export type RequestedCode = z.output<typeof RequestedCode>;

const Invitation = z.object({ workspaceId: z.string(), memberId: z.string() });
export type Invitation = z.output<typeof Invitation>;

export const SignInMessage = z.union([
  z.object({ code: RequestedCode }),
  /** The code has ended: failed attempts at it are recorded. */
  z.object({ closed: z.object({ handle: z.string() }) }),
  z.object({ invitation: Invitation }),
]);
export type SignInMessage = z.output<typeof SignInMessage>;

/** Seconds until a code's attempts are counted: a minute after its end. */
export const CLOSED_DELAY_S = SIGN_IN_CODE_MINUTES * 60 + 60;

/** Queues mails to members. All methods throw `StorageUnavailable` when SQS throttles, fails or does not respond. */
export class SignInQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(url: string, client = new SQSClient({})) {
    this.#client = client;
    this.#url = url;
  }

  /** The same for every address, so that nobody learns whether it is a member's. */
  async sendCode(code: RequestedCode): Promise<void> {
    // First, so that no code is mailed whose failed attempts are never recorded.
    await this.#send({ closed: { handle: code.handle } }, CLOSED_DELAY_S);
    await this.#send({ code });
  }

  async sendInvitation(invitation: Invitation): Promise<void> {
    await this.#send({ invitation });
  }

  async #send(message: SignInMessage, DelaySeconds?: number): Promise<void> {
    const MessageBody = JSON.stringify(message);
    const command = new SendMessageCommand({ QueueUrl: this.#url, MessageBody, DelaySeconds });
    try {
      await this.#client.send(command);
    } catch (error) {
      throw StorageUnavailable.orAsIs(error);
    }
  }
}
