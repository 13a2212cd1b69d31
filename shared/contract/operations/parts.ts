import * as z from 'zod/mini';
import { PathId } from '../schemas/common.ts';
import { Endpoint } from '../schemas/endpoint.ts';
import type { TablePermission } from './define.ts';

/** What several declarations share. */
export const None = z.unknown();
export const ById = z.object({ id: PathId });
export const ByEndpointId = z.object({ endpointId: PathId });
/** The contract has no pattern for a submission's id: one that cannot exist is not found. */
export const BySubmissionId = z.object({ endpointId: PathId, id: z.string() });

export const noBody = { body: None, bodyTypes: [] } as const;
export const jsonBody = <Body extends z.ZodMiniType>(body: Body) => ({
  body,
  bodyTypes: ['application/json'] as const,
});

/** What an endpoint is stored with. */
export const ENDPOINT_ATTRIBUTES = [...Object.keys(Endpoint.shape), 'captchaSecret'];

/** What a count against a limit is stored with. */
export const RATE_ATTRIBUTES = ['used', 'endpointId', 'ttl'];

/** Marks answers to captchas as spent. */
export const SPENDING: TablePermission = {
  actions: ['PutItem'],
  partitions: ['challenge'],
  attributes: ['endpointId', 'attempt', 'ttl'],
};

/** Counts one more or one less of what a workspace holds. */
export const counting = (counted: 'endpointCount' | 'keyCount'): TablePermission => ({
  actions: ['UpdateItem'],
  partitions: ['workspace'],
  attributes: [counted],
});
