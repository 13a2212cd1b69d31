import { join } from 'node:path';
import * as z from 'zod';
import { arnOf, type Resource } from '../../template.ts';
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
  onCreated: (head: ObjectHead) => void = () => undefined;

  constructor({ logicalId, type, properties }: Resource, folder: string) {
    this.name = logicalId;
    this.arn = arnOf(logicalId, type);
    this.objects = new ObjectStore(join(folder, logicalId), { isVersioned: isVersioned(properties) });
    this.corsRules = corsRulesOf(properties);
    this.lifecycleRules = lifecycleRulesOf(properties);
  }
}

const WithVersions = z.object({ VersioningConfiguration: z.object({ Status: z.string() }).optional() });

const isVersioned = (properties: unknown): boolean =>
  WithVersions.parse(properties).VersioningConfiguration?.Status === 'Enabled';
