import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { landingPage } from '../../../site/landing/landingPage.ts';
import { EVERYTHING } from '../../support/settings.ts';
import { type SynthesizedStack, synthesizeStacks } from '../../support/stack.ts';

/** Their logical ids end in a hash of their content: every change replaces them. */
const REPLACED = ['AWS::ApiGateway::Deployment', 'AWS::Lambda::Version'];

const [plain, everything] = await synthesizeStacks({}, EVERYTHING);

/** Operations have a function and a role each: their logical ids begin with the operation's. */
const isOfOperation = (logicalId: string) => OPERATIONS.some(({ id }) => logicalId.startsWith(id));

const rowsOf = ({ resources }: SynthesizedStack): string[] =>
  Object.entries(resources)
    .filter(([logicalId]) => !isOfOperation(logicalId))
    .map(([id, { Type, DeletionPolicy = 'Delete' }]) => {
      const stableId = REPLACED.includes(Type) ? id.replace(/[0-9a-f]{32}$/, '…') : id;
      return `${stableId} ${Type} ${DeletionPolicy}`;
    })
    .sort();

/** Reviewers see in the snapshot's diff what a deployment creates, replaces and deletes. Update it with `-u`. */
describe('logical id, type and deletion policy of every resource that is not derived from an operation', () => {
  test('by default', () => {
    expect(rowsOf(plain).join('\n')).toMatchSnapshot();
  });

  test('that settings add', () => {
    const byDefault = new Set(rowsOf(plain));
    expect(
      rowsOf(everything)
        .filter((row) => !byDefault.has(row))
        .join('\n'),
    ).toMatchSnapshot();
  });
});

const all = [plain, everything].flatMap(({ resources }) => Object.values(resources));

/** `setup --remove` deletes tables and buckets, and says that it leaves the role with which API Gateway writes logs. */
test('a deleted stack leaves tables and buckets, and what its region’s gateways share', () => {
  const kept = all.filter(({ DeletionPolicy = '' }) => DeletionPolicy.startsWith('Retain'));
  expect([...new Set(kept.map(({ Type }) => Type))].sort()).toEqual([
    'AWS::ApiGateway::Account',
    'AWS::DynamoDB::GlobalTable',
    'AWS::IAM::Role',
    'AWS::S3::Bucket',
  ]);
});

test('no server and no container is deployed, as the landing page says', () => {
  const services = all.map(({ Type, Properties }) => (Properties?.PackageType === 'Image' ? 'an image' : Type));
  expect(
    services.filter((each) => /image|::(?:AppRunner|Batch|EC2|ECS|EKS|Elasti\w+|Lightsail|RDS)::/.test(each)),
  ).toEqual([]);
  expect(landingPage(undefined).body).toContain('No server, no container.');
});
