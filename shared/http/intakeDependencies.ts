import type { FileReceiver } from '../files/fileReceiver.ts';
import { SiteVerifier } from '../receiving/captcha/siteVerify.ts';
import type { IntakeDependencies } from '../receiving/receiveSubmission.ts';
import type { SettingValues } from '../runtime/environment.ts';
import { EndpointsWithFilter } from '../storage/filter/endpointsWithFilter.ts';
import { UploadClaims } from '../storage/submissions/uploadClaims.ts';
import { DailySecrets } from '../storage/table/dailySecrets.ts';
import type { Table } from '../storage/table/table.ts';
import type { Dependencies } from './dependencies.ts';
import type { FileReceiverSettings } from './fileReceiverDependencies.ts';

type IntakeSettings = SettingValues<'captchaStandIn'> & FileReceiverSettings;

export const INTAKE = {
  settings: ['captchaStandIn', 'fileBucket', 'removalQueueUrl', 'scanFiles'],
  make: (
    { captchaStandIn, ...ofFiles }: IntakeSettings,
    table: Table,
  ): Omit<IntakeDependencies, keyof Dependencies> => {
    let fileReceiver: Promise<FileReceiver> | undefined;
    return {
      endpointsWithFilter: new EndpointsWithFilter(table),
      dailySecrets: new DailySecrets(table),
      uploadClaims: new UploadClaims(table),
      fieldCheck: loadFieldCheck,
      verifier: new SiteVerifier(captchaStandIn),
      fileReceiver: () => {
        fileReceiver ??= loadFileReceiver(ofFiles);
        return fileReceiver;
      },
    };
  },
} as const;

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
