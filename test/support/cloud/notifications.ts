import { randomUUID } from 'node:crypto';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import type { AnyFault } from '../../../local/functions/faults.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { mailKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';
import type { Mail } from './service.ts';

/** Sets the faults of a separate local cloud; an empty list removes them. */
export async function setFaults({ faultsUrl }: Outputs, faults: AnyFault[]): Promise<void> {
  const { status } = await fetch(faultsUrl, { method: 'PUT', body: JSON.stringify(faults) });
  if (status !== 200) throw new Error(`the faults were not set: ${status}`);
}

/** Runs the clock of a local cloud now instead of within a minute. */
export async function tick({ clockUrl }: Pick<Outputs, 'clockUrl'>): Promise<void> {
  const { status } = await fetch(clockUrl, { method: 'POST' });
  if (status !== 200) throw new Error(`the clock did not tick: ${status}`);
}

/** Sets the clock of a local cloud forward, by a duration such as `15-minutes`, and runs it. */
export const forward = ({ clockUrl }: Outputs, duration: string): Promise<void> =>
  tick({ clockUrl: `${clockUrl}?forward=${duration}` });

export const tableOf = (outputs: Outputs): Table => localTable(outputs);

/** Creates an endpoint in the demo workspace; returns its id. */
export async function givenEndpoint(outputs: Outputs, ...targetEmails: string[]): Promise<string> {
  const fields = EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails });
  return (await new Endpoints(tableOf(outputs)).create(outputs.workspaceId, fields)).id;
}

export async function post({ apiUrl }: Outputs, endpointId: string, data: object): Promise<string> {
  const response = await fetch(`${apiUrl}/v1/f/${endpointId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

export async function inboxOf({ inboxUrl }: Outputs): Promise<Mail[]> {
  const { emails } = (await (await fetch(`${inboxUrl}/store`)).json()) as { emails: Mail[] };
  return emails;
}

/** The number of mails per submission and recipient, by `sub_… to address`. */
export function countByRecord(mails: Mail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body, destination } of mails) {
    const submissionId = /^Submission (sub_\w+)$/m.exec(body.text)?.[1];
    for (const recipient of destination.to) {
      const note = `${submissionId} to ${recipient}`;
      counts.set(note, (counts.get(note) ?? 0) + 1);
    }
  }
  return counts;
}

export const recordOf = (
  outputs: Outputs,
  endpointId: string,
  id: string,
  recipient: string,
): Promise<Item | undefined> => tableOf(outputs).get(mailKey(endpointId, id, recipient));
