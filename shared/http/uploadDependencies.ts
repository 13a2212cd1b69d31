import { FileBucket } from '../files/fileBucket.ts';
import { SignedRequests } from '../files/signedRequests.ts';
import type { CaptchaDependencies } from '../intake/captcha.ts';
import { SiteVerifier } from '../intake/siteVerify.ts';
import { fromEnvironment, s3Location } from '../runtime/environment.ts';
import { RateLimits } from '../storage/rateLimits.ts';
import { createClient, Table } from '../storage/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

export interface UploadDependencies extends Dependencies {
  verifier: CaptchaDependencies['verifier'];
  bucket: Pick<FileBucket, 'uploadAddress'>;
  rateLimits: Pick<RateLimits, 'isReached' | 'count'>;
  uploadsPerSecond: number;
}

export const uploadFromEnvironment = (createHandler: (dependencies: UploadDependencies) => HttpFunction) =>
  fromEnvironment(
    ['tableName', 'siteUrl', 'captchaStandIn', 'fileBucket', 'uploadsPerSecond'],
    ({ tableName, siteUrl, captchaStandIn, fileBucket, uploadsPerSecond }) => {
      const table = new Table(createClient(), tableName);
      return createHandler({
        ...createRepositories(table),
        siteUrl,
        verifier: new SiteVerifier(captchaStandIn),
        bucket: new FileBucket(new SignedRequests({ bucket: fileBucket, ...s3Location() })),
        rateLimits: new RateLimits(table),
        uploadsPerSecond,
      });
    },
  );
