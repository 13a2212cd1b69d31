import { beforeAll } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { newEndpoint, newWorkspace, type RequestOptions, send, type TextResponse } from './service.ts';

export interface OwnWorkspace {
  workspaceId: string;
  keyId: string;
  key: string;
  /** Sends a request with its key. */
  send: (method: string, path: string, options?: RequestOptions) => Promise<TextResponse>;
  newEndpoint: (fields?: Partial<Endpoint>) => Promise<Endpoint>;
}

/** Provides a workspace for a suite. */
export function ownWorkspace(): OwnWorkspace {
  const own = {
    send: (method, path, options) => send(method, path, { key: own.key, ...options }),
    newEndpoint: (fields) => newEndpoint(own.key, fields),
  } as OwnWorkspace;
  beforeAll(async () => void Object.assign(own, await newWorkspace()));
  return own;
}

export interface OwnEndpoint extends OwnWorkspace {
  endpoint: Endpoint;
  endpointId: string;
}

/** Provides a workspace with an endpoint for a suite. */
export function ownEndpoint(fields: Partial<Endpoint> = {}): OwnEndpoint {
  const own = ownWorkspace() as OwnEndpoint;
  beforeAll(async () => {
    own.endpoint = await own.newEndpoint(fields);
    own.endpointId = own.endpoint.id;
  });
  return own;
}
