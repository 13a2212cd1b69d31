import * as z from 'zod';
import type { ObjectStore } from './objectStore.ts';

const DAY_MS = 24 * 3_600_000;

/** Strict, because ignoring an unknown part of a rule would remove the wrong objects. */
const LifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.literal('Enabled'),
  Prefix: z.string().default(''),
  ExpirationInDays: z.int().min(1).optional(),
  NoncurrentVersionExpiration: z.strictObject({ NoncurrentDays: z.int().min(1) }).optional(),
  /** Ignored: a delete marker is removed with the last version behind it. */
  ExpiredObjectDeleteMarker: z.boolean().optional(),
  /** Ignored: there are no multipart uploads here. */
  AbortIncompleteMultipartUpload: z.unknown().optional(),
});
export type LifecycleRule = z.output<typeof LifecycleRule>;

const WithLifecycle = z.object({ LifecycleConfiguration: z.looseObject({ Rules: z.array(LifecycleRule) }).optional() });

/** Parses a bucket's `LifecycleConfiguration`. @throws Error for an unsupported rule */
export const lifecycleRulesOf = (properties: unknown): LifecycleRule[] =>
  WithLifecycle.parse(properties).LifecycleConfiguration?.Rules ?? [];

/** S3 adds the days and rounds up to midnight UTC. */
const isOver = (since: number, days: number | undefined, now: number): boolean =>
  days !== undefined && now >= Math.ceil(since / DAY_MS + days) * DAY_MS;

/** Removes expired items by a bucket's rules: objects, noncurrent versions, and delete markers without any. */
export function removeExpired(objects: ObjectStore, rules: LifecycleRule[], now = Date.now()): void {
  for (const { head, versionId, noncurrentSince: since } of objects.versions()) {
    const own = rules.filter(({ Prefix }) => head.key.startsWith(Prefix));
    const isNoncurrentOver = ({ NoncurrentVersionExpiration: rule }: LifecycleRule) =>
      since !== undefined && isOver(since, rule?.NoncurrentDays, now);
    const isEmptyMarker = head.isDeleteMarker && objects.isOnlyVersion(head);
    if (isEmptyMarker || own.some(isNoncurrentOver)) objects.deleteVersion(head.key, versionId);
    else if (since === undefined && !head.isDeleteMarker)
      if (own.some((rule) => isOver(head.lastModified, rule.ExpirationInDays, now))) objects.delete(head.key, now);
  }
}
