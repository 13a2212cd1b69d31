import type { FileReceiver } from '../files/fileReceiver.ts';
import type { IntakeDependencies } from '../intake/receiveSubmission.ts';
import { SiteVerifier } from '../intake/siteVerify.ts';
import { fromEnvironment } from '../runtime/environment.ts';
import { EndpointsWithFilter } from '../storage/endpointsWithFilter.ts';
import { createClient, Table } from '../storage/table.ts';
import { UploadClaims } from '../storage/uploadClaims.ts';
import type { Dependencies } from './dependencies.ts';
import type { FileReceiverSettings } from './fileReceiverDependencies.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories } from './repositories.ts';

export const intakeFromEnvironment = (
  createHandler: (dependencies: Dependencies & IntakeDependencies) => HttpFunction,
) =>
  fromEnvironment(
    ['tableName', 'siteUrl', 'captchaStandIn', 'fileBucket', 'removalQueueUrl', 'scanFiles'],
    ({ tableName, siteUrl, captchaStandIn, ...ofFiles }) => {
      let fileReceiver: Promise<FileReceiver> | undefined;
      const table = new Table(createClient(), tableName);
      return createHandler({
        ...createRepositories(table),
        endpointsWithFilter: new EndpointsWithFilter(table),
        uploadClaims: new UploadClaims(table),
        fieldCheck: loadFieldCheck,
        siteUrl,
        verifier: new SiteVerifier(captchaStandIn),
        fileReceiver: () => {
          fileReceiver ??= loadFileReceiver(ofFiles);
          return fileReceiver;
        },
      });
    },
  );

/** Loads the code for rules with the first submission to an endpoint that has some. */
async function loadFieldCheck() {
  const { requireValidFields } = await import('../fields/requireValid.ts');
  return requireValidFields;
}

/** Loads the code for files with the first submission that has some. */
async function loadFileReceiver(settings: FileReceiverSettings): Promise<FileReceiver> {
  const { createFileReceiver } = await import('./fileReceiverDependencies.ts');
  return createFileReceiver(settings);
}
