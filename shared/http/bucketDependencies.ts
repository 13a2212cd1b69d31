import { FileBucket } from '../files/fileBucket.ts';
import { SignedRequests } from '../files/signedRequests.ts';
import { fromEnvironment, s3Location } from '../runtime/environment.ts';
import { BatchingTable } from '../storage/batchingTable.ts';
import { createClient } from '../storage/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

/** Dependencies of operations that return presigned URLs. */
export interface BucketDependencies extends Dependencies {
  bucket: Pick<FileBucket, 'addressOf'>;
}

export const bucketOperationFromEnvironment = (createHandler: (dependencies: BucketDependencies) => HttpFunction) =>
  fromEnvironment(['tableName', 'siteUrl', 'fileBucket'], ({ tableName, siteUrl, fileBucket }) =>
    createHandler({
      ...createRepositories(new BatchingTable(createClient(), tableName)),
      siteUrl,
      bucket: new FileBucket(new SignedRequests({ bucket: fileBucket, ...s3Location() })),
    }),
  );
