import { newId } from '../runtime/newId.ts';
import type { Submissions } from '../storage/submissions/submissions.ts';

export interface FormResponse {
  status: number;
  /** The body parsed as JSON; undefined for anything else. */
  body: unknown;
}

/** Sends JSON to an endpoint as a form does. */
export type SendForm = (endpointId: string, json: string) => Promise<FormResponse>;

/**
 * Makes a probe, which posts a test form, and deletes the stored submission.
 * @param endpointId the endpoint to post to; without one, an endpoint that does not exist
 * @returns a function that throws an Error when the response is wrong or the submission was not stored
 */
export const createProbe =
  (submissions: Pick<Submissions, 'delete'>, endpointId: string | undefined) =>
  async (send: SendForm): Promise<void> => {
    const json = JSON.stringify({ message: 'This form was sent by the probe of the service.' });
    const answer = await send(endpointId ?? newId('endpoint'), json);
    expectStatus(answer, endpointId === undefined ? 404 : 201);
    if (endpointId !== undefined) await submissions.delete(endpointId, String((answer.body as { id?: unknown }).id));
  };

function expectStatus({ status, body }: FormResponse, expected: number): void {
  if (status === expected) return;
  const { code } = (body ?? {}) as { code?: unknown };
  const received = code === undefined ? status : `${status} ${String(code)}`;
  throw new Error(`the response to the form was ${received} instead of ${expected}`);
}
