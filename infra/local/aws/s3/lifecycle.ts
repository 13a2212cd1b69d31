import * as z from 'zod';
import type { ObjectHead } from './objectStore.ts';

const DAY_MS = 24 * 3_600_000;

/** Strict: a rule with something that is not known here would remove too much or too little. */
const LifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().default(''),
  TagFilters: z.array(z.strictObject({ Key: z.string(), Value: z.string() })).default([]),
  ExpirationInDays: z.int().min(1).optional(),
  /** There are no unfinished uploads in parts here. */
  AbortIncompleteMultipartUpload: z.unknown().optional(),
  /** Nor are there versions. */
  NoncurrentVersionExpiration: z.unknown().optional(),
  ExpiredObjectDeleteMarker: z.unknown().optional(),
});
export type LifecycleRule = z.output<typeof LifecycleRule>;

const WithLifecycle = z.object({
  LifecycleConfiguration: z.looseObject({ Rules: z.array(LifecycleRule) }).optional(),
});

/**
 * The rules of a bucket's `LifecycleConfiguration`.
 * @throws Error for one that says more than this knows
 */
export const lifecycleRulesOf = (properties: unknown): LifecycleRule[] =>
  WithLifecycle.parse(properties).LifecycleConfiguration?.Rules ?? [];

/** Whether an object's time is over, at this moment (milliseconds since 1970). */
export const isExpired = (rules: LifecycleRule[], head: ObjectHead, now: number): boolean =>
  rules.some(
    ({ Status, Prefix, TagFilters, ExpirationInDays }) =>
      Status === 'Enabled' &&
      ExpirationInDays !== undefined &&
      head.key.startsWith(Prefix) &&
      TagFilters.every(({ Key, Value }) => head.tags[Key] === Value) &&
      now >= expiryOf(head, ExpirationInDays),
  );

/** S3 adds the days to the moment of creation and rounds up to midnight UTC. */
const expiryOf = ({ lastModified }: ObjectHead, days: number): number =>
  Math.ceil((lastModified + days * DAY_MS) / DAY_MS) * DAY_MS;
