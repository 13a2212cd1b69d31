import type { ObjectKind } from '../contract/operations/define.ts';
import { endpointFilesPrefix, endpointUploadsPrefix, fileKey, uploadKey } from './objectKeys.ts';

/**
 * Every kind of object in the bucket of files, and what becomes of it. Removal, export, erasure, the bucket's rules and
 * documents follow from this.
 */
export interface ObjectRules {
  /** Its keys, with placeholders such as `<enp>`. */
  pattern: string;
  /** File of a workspace's export, or the reason why it is in none. */
  exported: { to: string } | { not: string };
  /** What the keys of all of an endpoint's objects start with: they go with the endpoint, and with its workspace. */
  ofEndpoint: (endpointId: string) => string;
  /** What else it goes with: its submission, or a rule of the bucket. */
  removedWith: 'submission' | 'rule';
}

export const OBJECT_KINDS = {
  files: {
    pattern: fileKey('<enp>', '<sub>', '<fil>'),
    exported: { to: 'files/<enp>/<sub>/<fil>' },
    ofEndpoint: endpointFilesPrefix,
    removedWith: 'submission',
  },
  uploads: {
    pattern: uploadKey('<enp>', '<upl>'),
    exported: { not: 'a submission has a copy' },
    ofEndpoint: endpointUploadsPrefix,
    removedWith: 'rule',
  },
} satisfies Record<ObjectKind, ObjectRules>;
