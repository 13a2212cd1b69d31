import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3';

/** An object whose newest version is a delete marker. */
export interface RemovedObject {
  key: string;
  /** The newest version below the marker; undefined if S3 has removed it. */
  version?: { id: string; etag: string };
  /** Removing these restores the object. */
  markerIds: string[];
}

const AT_ONCE = 1_000;

/** Object versions in the file bucket, with the operator's credentials: functions have no permission for them. */
export class FileVersions {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /**
   * Removes every version and delete marker under a prefix. Safe to interrupt and repeat.
   * @param onRemoved called with the number of versions that each request removed, without delete markers
   */
  async removeAll(prefix: string, onRemoved: (versions: number) => void): Promise<void> {
    for (;;) {
      const { versions, markers } = await this.#list(prefix);
      const all = [...versions, ...markers];
      if (all.length === 0) return;
      await this.#remove(all.map(({ Key, VersionId }) => ({ Key, VersionId })));
      onRemoved(versions.length);
    }
  }

  /** Pages of removed objects, at most 1,000 each, sorted by key. */
  async *removed(prefix: string): AsyncGenerator<RemovedObject[]> {
    let groups = new Map<string, Group>();
    for await (const { versions, markers, next } of this.#pages(prefix)) {
      for (const version of versions) groupIn(groups, version.Key).versions.push(version);
      for (const marker of markers) groupIn(groups, marker.Key).markers.push(marker);
      // The last object's versions may continue on the next page.
      const isWhole = ([key]: [string, Group]) => key !== next?.KeyMarker;
      yield [...groups].filter(isWhole).flatMap(([key, group]) => removedObject(key, group));
      groups = new Map([...groups].filter((entry) => !isWhole(entry)));
    }
  }

  /** Restores objects by removing their delete markers. */
  async bringBack(objects: readonly RemovedObject[]): Promise<void> {
    const markers = objects.flatMap(({ key, markerIds }) => markerIds.map((VersionId) => ({ Key: key, VersionId })));
    for (let i = 0; i < markers.length; i += AT_ONCE) await this.#remove(markers.slice(i, i + AT_ONCE));
  }

  async *#pages(prefix: string): AsyncGenerator<VersionPage> {
    for (let start: PageStart | undefined = {}; start; ) {
      const page: VersionPage = await this.#list(prefix, start);
      yield page;
      start = page.next;
    }
  }

  async #list(Prefix: string, start: PageStart = {}): Promise<VersionPage> {
    const command = new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix, MaxKeys: AT_ONCE, ...start });
    const page = await this.#client.send(command);
    const { Versions = [], DeleteMarkers = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
    const next = { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker };
    return { versions: Versions as Listed[], markers: DeleteMarkers as Listed[], next: IsTruncated ? next : undefined };
  }

  async #remove(Objects: ObjectIdentifier[]): Promise<void> {
    const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
    const { Errors: [error] = [] } = await this.#client.send(command);
    if (error) throw new Error(`S3 did not remove all versions: ${error.Code}`);
  }
}

interface Listed {
  Key: string;
  VersionId: string;
  ETag?: string;
  IsLatest: boolean;
  LastModified: Date;
}

interface PageStart {
  KeyMarker?: string | undefined;
  VersionIdMarker?: string | undefined;
}

interface VersionPage {
  versions: Listed[];
  markers: Listed[];
  next: PageStart | undefined;
}

interface Group {
  versions: Listed[];
  markers: Listed[];
}

function groupIn(groups: Map<string, Group>, key: string): Group {
  const group = groups.get(key) ?? { versions: [], markers: [] };
  groups.set(key, group);
  return group;
}

/** S3 lists an object's versions newest first. */
function removedObject(key: string, { versions: [newest], markers }: Group): RemovedObject | [] {
  if (!markers.some(({ IsLatest }) => IsLatest)) return [];
  const markerIds = markers.map(({ VersionId }) => VersionId);
  return { key, markerIds, ...(newest && { version: { id: newest.VersionId, etag: newest.ETag ?? '' } }) };
}
