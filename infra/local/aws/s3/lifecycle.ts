import * as z from 'zod';
import type { ObjectHead } from './objectHead.ts';
import type { ObjectVersion } from './objectStore.ts';

const DAY_MS = 24 * 3_600_000;

/** Strict, because ignoring an unknown part of a rule would remove the wrong objects. */
const LifecycleRule = z
  .strictObject({
    Id: z.string().optional(),
    Status: z.enum(['Enabled', 'Disabled']),
    Prefix: z.string().default(''),
    ExpirationInDays: z.int().min(1).optional(),
    NoncurrentVersionExpiration: z.strictObject({ NoncurrentDays: z.int().min(1) }).optional(),
    ExpiredObjectDeleteMarker: z.boolean().optional(),
    /** Ignored: there are no multipart uploads here. */
    AbortIncompleteMultipartUpload: z.unknown().optional(),
  })
  .refine((rule) => rule.ExpirationInDays === undefined || rule.ExpiredObjectDeleteMarker === undefined, {
    error: 'S3 accepts either ExpirationInDays or ExpiredObjectDeleteMarker in a rule',
  });
export type LifecycleRule = z.output<typeof LifecycleRule>;

const WithLifecycle = z.object({
  LifecycleConfiguration: z.looseObject({ Rules: z.array(LifecycleRule) }).optional(),
});

/**
 * Parses a bucket's `LifecycleConfiguration`.
 * @throws Error for an unsupported rule
 */
export const lifecycleRulesOf = (properties: unknown): LifecycleRule[] =>
  WithLifecycle.parse(properties).LifecycleConfiguration?.Rules ?? [];

/** What a rule does to a version: a current object expires; a noncurrent version or delete marker is removed. */
export type Expiry = 'expires' | 'is removed' | undefined;

/**
 * The rules' effect on a version at this time (milliseconds since 1970).
 * @param isOnly whether the object has no other version
 */
export function expiryOf(
  rules: LifecycleRule[],
  { head, noncurrentSince }: Omit<ObjectVersion, 'versionId'>,
  { isOnly, now }: { isOnly: boolean; now: number },
): Expiry {
  const isOver = (since: number, days: number | undefined) => days !== undefined && now >= endOf(since, days);
  const reaching = rules.filter((rule) => isReached(rule, head));
  if (noncurrentSince !== undefined) {
    const isRemoved = reaching.some(({ NoncurrentVersionExpiration: rule }) =>
      isOver(noncurrentSince, rule?.NoncurrentDays),
    );
    return isRemoved ? 'is removed' : undefined;
  }
  const expires = reaching.some(({ ExpirationInDays: days }) => isOver(head.lastModified, days));
  if (!head.isDeleteMarker) return expires ? 'expires' : undefined;
  return isOnly && (expires || reaching.some((rule) => rule.ExpiredObjectDeleteMarker)) ? 'is removed' : undefined;
}

const isReached = ({ Status, Prefix }: LifecycleRule, { key }: ObjectHead): boolean =>
  Status === 'Enabled' && key.startsWith(Prefix);

/** S3 adds the days and rounds up to midnight UTC. */
const endOf = (since: number, days: number): number => Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS;
