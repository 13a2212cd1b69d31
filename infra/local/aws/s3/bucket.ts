import { join } from 'node:path';
import { arnOf, type Resource } from '../../template.ts';
import { type CorsRule, corsRulesOf } from './cors.ts';
import { type LifecycleRule, lifecycleRulesOf } from './lifecycle.ts';
import { type ObjectHead, ObjectStore } from './objectStore.ts';

/** A bucket of the template: its objects, in a folder, and its rules. */
export class Bucket {
  /** What `Ref` gives for it. */
  readonly name: string;
  readonly arn: string;
  readonly objects: ObjectStore;
  readonly corsRules: CorsRule[];
  readonly lifecycleRules: LifecycleRule[];
  /** Is told of each object that was made. */
  onCreated: (head: ObjectHead) => void = () => undefined;

  constructor({ logicalId, type, properties }: Resource, folder: string) {
    this.name = logicalId;
    this.arn = arnOf(logicalId, type);
    this.objects = new ObjectStore(join(folder, logicalId));
    this.corsRules = corsRulesOf(properties);
    this.lifecycleRules = lifecycleRulesOf(properties);
  }
}
