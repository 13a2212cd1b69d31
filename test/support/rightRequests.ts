import type { Operation } from '../../shared/operations/index.ts';
import { newEndpoint, newKey, newSubmission, newWorkspace, uniqueSlug } from './service.ts';

/** What a workspace has for requests to name. */
export interface Own {
  key: string;
  readKey: string;
  takenSlug: string;
  disabledEndpointId: string;
  endpointId: string;
  submissionId: string;
  keyId: string;
}

export async function newOwn(): Promise<Own> {
  const { key, workspaceId } = await newWorkspace();
  const { id: endpointId } = await newEndpoint(key);
  const { id: disabledEndpointId, slug: takenSlug } = await newEndpoint(key, { isEnabled: false });
  const { key: spare } = await newKey(workspaceId);
  const { secret: readKey } = await newKey(workspaceId);
  const submissionId = await newSubmission(endpointId);
  return { key, readKey, takenSlug, disabledEndpointId, endpointId, submissionId, keyId: spare.id };
}

/** Ids that nothing has. */
export const UNKNOWN: Pick<Own, 'endpointId' | 'submissionId' | 'keyId'> = {
  endpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  submissionId: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  keyId: 'key_0000000000000000000000',
};

const BODIES: Record<string, (keyId: string) => object> = {
  createEndpoint: () => ({ slug: uniqueSlug(), targetEmails: [] }),
  updateEndpoint: () => ({ name: 'New name' }),
  createSubmission: () => ({ message: 'Hello' }),
  updateSubmission: () => ({ isRead: true }),
  createKey: () => ({ name: 'New key', expiresAt: '1-day' }),
  updateKey: () => ({ name: 'New name' }),
  verifyKey: (keyId) => ({ key: keyId }),
};

/** The path parameters of an operation, and the body of one that takes a body, all of them right. */
export function rightRequest({ id, group }: Operation, ids: typeof UNKNOWN) {
  const groupsId = { endpoints: ids.endpointId, submissions: ids.submissionId, keys: ids.keyId }[group];
  return { params: { endpointId: ids.endpointId, id: groupsId }, json: BODIES[id]?.(ids.keyId) };
}

export const pathWith = ({ path }: Operation, params: { endpointId: string; id: string }): string =>
  path.replace('{endpointId}', params.endpointId).replace('{id}', params.id);
