import * as z from 'zod/mini';
import { PathId } from '../schemas/common.ts';
import { Endpoint } from '../schemas/endpoint.ts';
import type { TablePermission } from './define.ts';

export const None = z.unknown();
export const ById = z.object({ id: PathId });
export const ByEndpointId = z.object({ endpointId: PathId });
/** The contract has no pattern for submission ids: impossible ones are reported as not found. */
export const BySubmissionId = z.object({ endpointId: PathId, id: z.string() });

export const noBody = { body: None, bodyTypes: [] } as const;
export const jsonBody = <Body extends z.ZodMiniType>(body: Body) => ({
  body,
  bodyTypes: ['application/json'] as const,
});

export const ENDPOINT_ATTRIBUTES = [...Object.keys(Endpoint.shape), 'captchaSecret'];

export const RATE_ATTRIBUTES = ['used', 'endpointId', 'ttl'];

/** Marks captcha solutions as spent. */
export const SPENDING: TablePermission = {
  actions: ['PutItem'],
  partitions: ['challenge'],
  attributes: ['endpointId', 'attempt', 'ttl'],
};

/** Updates a workspace's counter. */
export const counting = (counted: 'endpointCount' | 'keyCount'): TablePermission => ({
  actions: ['UpdateItem'],
  partitions: ['workspace'],
  attributes: [counted],
});
