import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import { DeleteEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { FileVersions } from '../../files/fileVersions.ts';
import { existingData } from '../dataResources.ts';
import { recordTable, senderRecords } from '../dnsRecords.ts';
import { domainOf, findIdentity } from '../identities.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step } from '../step.ts';

/** The table, which outlives the stack. */
export const retainedTables: Step = {
  name: 'tables',
  title: 'Table',
  isGate: true,
  find: async (setup) => {
    const { tables: names, stores } = await existingData(setup);
    const restored = stores.find(({ tableName }) => !names.includes(tableName));
    if (names.length === 0 && restored)
      return done(`The table ${restored.tableName} is not part of the stack, and stays.`);
    return removal('the table', names, async (TableName) => {
      await setup.clients.dynamodb.send(new DeleteTableCommand({ TableName }));
    });
  },
};

/** The buckets of files, failed records and access logs. */
export const retainedBuckets: Step = {
  name: 'buckets',
  title: 'Buckets',
  isGate: true,
  find: async (setup) => {
    const { buckets: names } = await existingData(setup);
    return removal('all objects, all of their versions and the buckets', names, async (Bucket) => {
      await emptyBucket(setup, Bucket);
      await setup.clients.s3.send(new DeleteBucketCommand({ Bucket }));
    });
  },
};

/** The identities that setup created in SES, and their DNS records; other services may send from them. */
export const senderIdentities: Step = {
  name: 'identities',
  title: 'SES identities',
  find: async (setup) => {
    const names = [...new Set(await identityNames(setup))];
    const identities = (await Promise.all(names.map((name) => findIdentity(setup, name)))).filter(
      (identity) => identity !== undefined,
    );
    const found = removal(
      'these identities, unless others send from them',
      identities.map(({ name }) => name),
      async (EmailIdentity) => {
        await setup.clients.ses.send(new DeleteEmailIdentityCommand({ EmailIdentity }));
      },
    );
    if (found.state !== 'todo') return found;
    const domains = identities.filter(({ name }) => !name.includes('@'));
    const region = await setup.region();
    const records = domains.flatMap((identity) => recordTable(senderRecords(identity.name, region, identity)));
    const lines = records.length > 0 && ['DNS records to delete by hand, if nothing else uses them:', ...records];
    return { ...found, isOptional: true, ...(lines && { lines }) };
  },
};

async function identityNames(setup: Setup): Promise<string[]> {
  const { recipients = [], owner, senderIdentity, confirmationIdentity } = await setup.remembered();
  const senders = [
    { address: setup.choices.setting('senderAddress'), kind: senderIdentity },
    { address: setup.choices.setting('confirmationAddress'), kind: confirmationIdentity },
  ];
  const ofSenders = senders.flatMap(({ address, kind }) =>
    address === undefined ? [] : [address, ...(kind === 'domain' ? [domainOf(address)] : [])],
  );
  return [...recipients, ...(owner ? [owner] : []), ...ofSenders];
}

/** Entries of cdk.json for a removed stack alone: choices that setup remembers, and the endpoint of the probe. */
export const memory: Step = {
  name: 'choices',
  title: 'Choices in cdk.json',
  find: async (setup) => {
    const remembered = await setup.remembered();
    const names = Object.entries(remembered).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const ofStack = setup.choices.owns('probeEndpoint') ? ['probeEndpoint'] : [];
    if (names.length + ofStack.length === 0) return done('Only the settings of the stack are saved.');
    return {
      state: 'todo',
      found: `Saved: ${[...names, ...ofStack].join(', ')}.`,
      plan: 'Delete it; the other settings stay.',
      act: async () => {
        await setup.remember(Object.fromEntries(names.map((name) => [name, undefined])));
        for (const name of ofStack) setup.choices.unset(name);
      },
    };
  },
};

const removal = (what: string, names: string[], remove: (name: string) => Promise<void>): Finding =>
  names.length === 0
    ? done('Nothing is left.')
    : {
        state: 'todo',
        found: `Left: ${names.join(', ')}.`,
        plan: `Delete ${what}.`,
        act: async () => {
          for (const name of names) await remove(name);
        },
      };

/** Removes all objects with all of their versions. */
export const emptyBucket = ({ clients }: Setup, bucket: string): Promise<void> =>
  new FileVersions(clients.s3, bucket).removeAll('', () => undefined);
