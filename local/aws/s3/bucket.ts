import { join } from 'node:path';
import * as z from 'zod';
import { arnOf, type Resource } from '../../../infra/localService/template.ts';
import { type CorsRule, corsRulesOf } from './cors.ts';
import { type LifecycleRule, lifecycleRulesOf } from './lifecycle.ts';
import type { ObjectHead } from './objectHead.ts';
import { ObjectStore } from './objectStore.ts';

export class Bucket {
  readonly name: string;
  readonly arn: string;
  readonly objects: ObjectStore;
  readonly corsRules: CorsRule[];
  readonly lifecycleRules: LifecycleRule[];
  /** True if new objects are events on the event bus. */
  readonly isAnnounced: boolean;
  /** Called for each new object, before its writer gets the response. */
  readonly onCreated: ((head: ObjectHead) => unknown)[] = [];

  constructor({ logicalId, type, properties }: Resource, folder: string) {
    this.name = logicalId;
    this.arn = arnOf(logicalId, type);
    this.objects = new ObjectStore(join(folder, logicalId), { isVersioned: isVersioned(properties) });
    this.isAnnounced = isAnnounced(properties);
    this.corsRules = corsRulesOf(properties);
    this.lifecycleRules = lifecycleRulesOf(properties);
  }

  async noteCreated(head: ObjectHead): Promise<void> {
    for (const listener of this.onCreated) await listener(head);
  }
}

const WithVersions = z.object({ VersioningConfiguration: z.object({ Status: z.string() }).optional() });

const Announced = z.object({
  NotificationConfiguration: z.object({ EventBridgeConfiguration: z.object({ EventBridgeEnabled: z.literal(true) }) }),
});

const isAnnounced = (properties: unknown): boolean => Announced.safeParse(properties).success;

const isVersioned = (properties: unknown): boolean =>
  WithVersions.parse(properties).VersioningConfiguration?.Status === 'Enabled';
