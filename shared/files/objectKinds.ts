import { endpointFilesPrefix, endpointUploadsPrefix, fileKey, type ObjectKind, uploadKey } from './objectKeys.ts';

/**
 * Registers every kind of object in the bucket of files. Removal, export, erasure, lifecycle rules and documents are
 * derived from it.
 */
export interface ObjectRules {
  /** Key pattern, with placeholders such as `<enp>`. */
  pattern: string;
  /** File in a workspace's export, or the reason why it is not exported. */
  exported: { to: string } | { not: string };
  /** Key prefix of an endpoint's objects, which are removed with the endpoint or its workspace. */
  ofEndpoint: (endpointId: string) => string;
  /** Other ways in which it is removed: the removal of its submission, or a lifecycle rule. */
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
