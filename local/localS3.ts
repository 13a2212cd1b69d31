import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Template } from '../infra/localService/template.ts';
import type { S3Caller } from './aws/s3/authentication.ts';
import { Buckets } from './aws/s3/buckets.ts';
import { createS3 } from './aws/s3/s3Server.ts';
import type { EventBus } from './events/eventBus.ts';
import { scanNewObjects } from './events/malwareScans.ts';
import type { Faults } from './functions/faults.ts';
import type { LocalFunction } from './functions/functions.ts';
import type { Usage } from './functions/usage.ts';

interface LocalS3Parts {
  operatorAccessKeyId: string;
  usage: Usage;
  faults: Faults;
}

/** The parts of the stack that work with objects. */
interface Stack {
  template: Template;
  folder: string;
  functionNamed: (name: string) => LocalFunction | undefined;
  bus: Pick<EventBus, 'publish'>;
}

/** The local S3: its server starts at once, buckets and scans once the template is known. */
export class LocalS3 {
  /** Signing secret of all functions and the operator, new at each start. */
  readonly secretAccessKey = randomBytes(24).toString('base64url');
  readonly server: Server;
  readonly #parts: LocalS3Parts;
  #buckets: Buckets | undefined;
  #functionNamed: Stack['functionNamed'] = () => undefined;

  constructor(parts: LocalS3Parts) {
    this.#parts = parts;
    const { usage, faults } = parts;
    const bucketNamed = (name: string) => this.#buckets?.named(name);
    this.server = createS3(() => ({ bucketNamed, findCaller: this.#findCaller, usage, faults }));
  }

  serve({ template, folder, functionNamed, bus }: Stack): void {
    this.#functionNamed = functionNamed;
    const buckets = new Buckets(template.ofType('AWS::S3::Bucket'), join(folder, 'objects'));
    this.#buckets = buckets;
    buckets.onAnnounced(({ name, arn }, { key, size, etag }) =>
      bus.publish({
        source: 'aws.s3',
        'detail-type': 'Object Created',
        resources: [arn],
        detail: { bucket: { name }, object: { key, size, etag } },
      }),
    );
    for (const plan of template.ofType('AWS::GuardDuty::MalwareProtectionPlan'))
      scanNewObjects(plan, buckets.named, bus);
  }

  /** Stores an object on behalf of an AWS service. */
  put = async (bucket: string, key: string, content: string): Promise<void> => {
    const found = this.#buckets?.named(bucket);
    if (!found) throw new Error(`The template has no bucket ${bucket}.`);
    const staged = await found.objects.stage(Readable.from([content]));
    await found.noteCreated(await found.objects.commit(staged, { key, lastModified: Date.now(), headers: {} }));
  };

  removeExpired(): void {
    this.#buckets?.removeExpired();
  }

  stop(): void {
    this.#buckets?.stop();
  }

  #findCaller = (accessKeyId: string): S3Caller | undefined => {
    const { secretAccessKey } = this;
    if (accessKeyId === this.#parts.operatorAccessKeyId)
      return { name: 'operator', secretAccessKey, allows: () => true };
    const found = this.#functionNamed(accessKeyId);
    return found && { name: found.name, secretAccessKey, allows: (call) => found.policy.allows(call) };
  };
}
