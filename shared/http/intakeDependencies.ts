import type { FileReceiver } from '../files/fileReceiver.ts';
import { SiteVerifier } from '../receiving/captcha/siteVerify.ts';
import type { IntakeDependencies } from '../receiving/receiveSubmission.ts';
import { fromEnvironment } from '../runtime/environment.ts';
import { EndpointsWithFilter } from '../storage/filter/endpointsWithFilter.ts';
import { Challenges } from '../storage/submissions/challenges.ts';
import { Submissions } from '../storage/submissions/submissions.ts';
import { UploadClaims } from '../storage/submissions/uploadClaims.ts';
import { createClient } from '../storage/table/client.ts';
import { DailySecrets } from '../storage/table/dailySecrets.ts';
import { Table } from '../storage/table/table.ts';
import type { FileReceiverSettings } from './fileReceiverDependencies.ts';
import type { HttpFunction } from './middleware.ts';

const SETTINGS = ['tableName', 'siteUrl', 'captchaStandIn', 'fileBucket', 'removalQueueUrl', 'scanFiles'] as const;

/** Makes the function that receives submissions from its environment, without repositories that it does not use. */
export const intakeFromEnvironment = (createHandler: (dependencies: IntakeDependencies) => HttpFunction) =>
  fromEnvironment(SETTINGS, ({ tableName, siteUrl, captchaStandIn, ...ofFiles }) => {
    const table = new Table(createClient(), tableName);
    let fileReceiver: Promise<FileReceiver> | undefined;
    return createHandler({
      table,
      siteUrl,
      challenges: new Challenges(table),
      dailySecrets: new DailySecrets(table),
      endpointsWithFilter: new EndpointsWithFilter(table),
      submissions: new Submissions(table),
      uploadClaims: new UploadClaims(table),
      fieldCheck: loadFieldCheck,
      verifier: new SiteVerifier(captchaStandIn),
      fileReceiver: () => {
        fileReceiver ??= loadFileReceiver(ofFiles);
        return fileReceiver;
      },
    });
  });

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
