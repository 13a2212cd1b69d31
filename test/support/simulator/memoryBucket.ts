import { createHash } from 'node:crypto';
import { type FileBucket, ObjectChanged } from '../../../shared/files/fileBucket.ts';
import { StorageUnavailable } from '../../../shared/storage/table/failures.ts';
import type { Perform, ServiceCall, ServiceOutput } from './calls.ts';
import { ServiceFailure } from './calls.ts';

export interface StoredObject {
  content: Buffer;
  type?: string;
  name?: string;
  field?: string;
}

const etagOf = ({ content }: StoredObject): string => createHash('md5').update(content).digest('hex');

interface Asked {
  key: string;
  etag: string;
  body: Uint8Array;
  prefix: string;
  from: string;
  keys: string[];
}

export class MemoryObjects {
  readonly objects = new Map<string, StoredObject>();

  /** @throws ObjectChanged if the object is missing or changed */
  perform = ({ action, input }: ServiceCall): ServiceOutput => {
    const { key, etag, body, prefix, from, keys } = input as unknown as Asked;
    if (action === 'PutObject') return this.#put(key, { content: Buffer.from(body) });
    if (action === 'CopyObject') return this.#put(key, { content: this.#found(from, etag).content });
    if (action === 'GetObject') return { found: this.objects.get(key) };
    if (action === 'ListObjectsV2') return { keys: [...this.objects.keys()].filter((each) => each.startsWith(prefix)) };
    for (const each of action === 'DeleteObject' ? [key] : keys) this.objects.delete(each);
    return {};
  };

  #put(key: string, object: StoredObject): ServiceOutput {
    this.objects.set(key, object);
    return {};
  }

  #found(key: string, etag: string): StoredObject {
    const object = this.objects.get(key);
    if (!object || etagOf(object) !== etag) throw new ObjectChanged();
    return object;
  }
}

/** The bucket as functions see it: each request is a call that may fail like S3. */
export function memoryBucket(perform: Perform): Pick<FileBucket, keyof FileBucket> {
  const call = async (action: string, input: Record<string, unknown>): Promise<ServiceOutput> => {
    try {
      return await perform({ service: 's3', action, input });
    } catch (error) {
      if (error instanceof ObjectChanged) throw error;
      const isRefused = error instanceof ServiceFailure && error.status < 500 && error.name !== 'ThrottlingException';
      throw isRefused ? new Error('S3 rejected the request: 403') : new StorageUnavailable(error);
    }
  };
  return {
    put: async (key, body) => void (await call('PutObject', { key, body })),
    copy: async (from, key, etag) => void (await call('CopyObject', { from, key, etag })),
    findUpload: async (key, first) => {
      const { found } = (await call('GetObject', { key })) as { found?: StoredObject };
      if (!found) return undefined;
      const { content, type = '', name = '', field = '' } = found;
      return { bytes: content.length, etag: etagOf(found), type, name, field, start: content.subarray(0, first) };
    },
    read: async (key, range, etag) => {
      const { found } = (await call('GetObject', { key })) as { found?: StoredObject };
      if (!found || etagOf(found) !== etag) throw new ObjectChanged();
      return found.content.subarray(range.from, range.to);
    },
    remove: async (key) => void (await call('DeleteObject', { key })),
    removeAll: async (prefix, mayContinue) => {
      for (let removed = 0; mayContinue(); ) {
        const { keys } = (await call('ListObjectsV2', { prefix })) as { keys: string[] };
        if (keys.length === 0) return { removed, left: false };
        await call('DeleteObjects', { keys });
        removed += keys.length;
      }
      return { removed: 0, left: true };
    },
    downloadUrl: async (key) => `https://files.example/${key}`,
    uploadUrl: async ({ key }) => ({ url: `https://files.example/${key}`, headers: { 'If-None-Match': '*' } }),
  };
}
