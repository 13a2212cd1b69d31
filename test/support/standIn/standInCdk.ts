import { readFileSync } from 'node:fs';
import type { Cdk } from '../../../infra/operator/setup/cdk.ts';
import { readSettings } from '../../../infra/readSettings.ts';
import { BUCKETS, TABLE } from './account.ts';
import type { StandInAws } from './standInAws.ts';

/** The CDK's command line, which applies its changes to the stand-in. Its template states the settings. */
export function standInCdk(aws: StandInAws, choicesFile: string): Cdk {
  const { account } = aws;
  const contextOf = () => {
    const { setup: _, ...settings } = JSON.parse(readFileSync(choicesFile, 'utf8')).context;
    return settings;
  };
  const template = (stackName: string) =>
    aws.counted('template', async () => JSON.stringify({ Description: `${stackName} – of`, Settings: contextOf() }));
  const commands: Record<string, (stackName: string) => number> = {
    bootstrap: () => {
      account.bootstrapVersion = '30';
      return 0;
    },
    deploy: (name) => {
      // CloudFormation deletes a stack that failed the first time only if it is not protected.
      if (account.stack?.isProtected && account.stack.status === 'ROLLBACK_COMPLETE') return 1;
      const Settings = contextOf();
      const settings = readSettings(Settings);
      const isProtected = settings.retainData;
      const deployed = JSON.stringify({ Description: `${name} – of`, Settings }).replaceAll('–', '?');
      if (!account.mayUseCloudFront) {
        const failure = 'Your account must be verified before you can add new CloudFront resources';
        account.stack = { name, status: 'ROLLBACK_COMPLETE', template: deployed, failure, isProtected };
        return 1;
      }
      account.others = account.others.filter((each) => each.name !== name);
      const status = account.stack ? 'UPDATE_COMPLETE' : 'CREATE_COMPLETE';
      account.stack = { name, status, template: deployed, settings, isProtected };
      account.tables[TABLE] ??= { isProtected };
      for (const bucket of BUCKETS) account.buckets[bucket] ??= ['an object'];
      const address = Settings.alarmAddress;
      if (address && !account.subscriptions.some((each) => each.address === address)) {
        account.subscriptions.push({ address, isConfirmed: false });
      }
      return 0;
    },
    destroy: () => {
      if (!account.stack || account.stack.isProtected) return 1;
      if (contextOf().retainData === false) {
        if (Object.values(account.buckets).some((objects) => objects.length > 0)) {
          Object.assign(account.stack, {
            status: 'DELETE_FAILED',
            failure: 'The bucket you tried to delete is not empty',
          });
          return 1;
        }
        account.buckets = {};
        account.tables = {};
      } else account.deleted.push(account.stack.name);
      account.stack = undefined;
      account.subscriptions = [];
      return 0;
    },
  };
  const run = async (command = '', ...[stackName = '']: string[]) => {
    try {
      return await aws.counted(`cdk ${command}`, async () => commands[command]?.(stackName) ?? 1);
    } catch {
      return 1;
    }
  };
  return { run, template };
}
