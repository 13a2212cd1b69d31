import type { Json } from '../../support/json.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';
import type { Mail } from '../../support/simulator/services.ts';
import type { ClientRequest, SimulatedCloud } from '../faults/simulatedCloud.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const REQUESTS_MAX = 3;
/** How long DynamoDB leaves expired items in the table: its documentation says within a few days. */
export const REMOVED_AFTER_MS = 2 * DAY_MS;

/** A simulated service as its callers see it, and the passing of time. */
export class World {
  readonly cloud: SimulatedCloud;
  readonly problems: string[] = [];

  constructor(cloud: SimulatedCloud) {
    this.cloud = cloud;
  }

  /** Repeats a request whose function died, as clients do. */
  async call(name: string, request: ClientRequest): Promise<{ status: number; json: Json; headers: Headers }> {
    for (let times = 1; times <= REQUESTS_MAX; times++) {
      const answer = await this.cloud.request(name, request);
      if (!answer) continue;
      const headers = new Headers(answer.headers as Record<string, string>);
      return { status: answer.statusCode, json: JSON.parse(answer.body || 'null'), headers };
    }
    throw new Error(`${name} died ${REQUESTS_MAX} times`);
  }

  async endpoint(fields: object = {}): Promise<string> {
    return (await this.cloud.newEndpoint(fields)).id;
  }

  async post(endpointId: string, json: object = { message: 'Hello' }): Promise<string> {
    return (await this.call('createSubmission', { params: { endpointId }, json })).json.id;
  }

  /** Lets time pass: all that becomes due is done, and DynamoDB removes items two days after they expired. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.cloud.clock.now() + ms;
    await this.cloud.settle(untilMs);
    this.cloud.clock.advanceTo(untilMs);
    const { items } = this.cloud.services;
    const expired = [...items.state().values()].filter(({ ttl }) => Number(ttl) * 1_000 + REMOVED_AFTER_MS < untilMs);
    for (const item of expired) items.change([[idOf(item), undefined]]);
    await this.cloud.settle(this.cloud.clock.now());
  }

  mails = (recipient: string): Mail[] => this.cloud.services.mails.filter((mail) => mail.recipient === recipient);

  expect(what: string, found: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) this.problems.push(`${what}: ${a} instead of ${b}`);
  }
}
