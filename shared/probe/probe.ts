import { newId } from '../runtime/newId.ts';
import type { Submissions } from '../storage/submissions.ts';

/** The response to a form post. */
export interface FormResponse {
  status: number;
  /** As JSON; undefined for anything else. */
  body: unknown;
}

/** Sends JSON to an endpoint as a form does. */
export type SendForm = (endpointId: string, json: string) => Promise<FormResponse>;

/** Posts a test form, and deletes the stored submission. */
export class Probe {
  readonly #submissions: Pick<Submissions, 'delete'>;
  readonly #endpointId: string | undefined;

  /** @param endpointId the endpoint to post to; without one, an endpoint that does not exist */
  constructor(submissions: Pick<Submissions, 'delete'>, endpointId: string | undefined) {
    this.#submissions = submissions;
    this.#endpointId = endpointId;
  }

  /** @throws Error when the response is wrong or the submission was not stored */
  async run(send: SendForm): Promise<void> {
    const json = JSON.stringify({ message: 'This form was sent by the probe of the service.' });
    if (this.#endpointId === undefined) {
      expectStatus(await send(newId('endpoint'), json), 404);
      return;
    }
    const answer = await send(this.#endpointId, json);
    expectStatus(answer, 201);
    await this.#submissions.delete(this.#endpointId, String((answer.body as { id?: unknown }).id));
  }
}

function expectStatus({ status, body }: FormResponse, expected: number): void {
  if (status === expected) return;
  const { code } = (body ?? {}) as { code?: unknown };
  const received = code === undefined ? status : `${status} ${String(code)}`;
  throw new Error(`the response to the form was ${received} instead of ${expected}`);
}
