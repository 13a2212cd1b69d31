import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { type SynthesizedStack, synthesizeStacks } from '../../support/cloud/stack.ts';
import { EVERYTHING } from '../../support/settings.ts';

/** Their logical ids end in a hash of their content: every change replaces them. */
const REPLACED = ['AWS::ApiGateway::Deployment', 'AWS::Lambda::Version'];

const [plain, everything] = await synthesizeStacks({}, EVERYTHING);

/** Operations have a function and a role each: their logical ids begin with the operation's. */
const isOfOperation = (logicalId: string) => OPERATIONS.some(({ id }) => logicalId.startsWith(id));

const withoutHash = (text: string) => text.replaceAll(/[0-9a-f]{32}\b/g, '…');

const rowsOf = ({ resources }: SynthesizedStack): string[] =>
  Object.entries(resources)
    .filter(([logicalId]) => !isOfOperation(logicalId))
    .map(([id, { Type, DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete' }]) => {
      const stableId = REPLACED.includes(Type) ? withoutHash(id) : id;
      return `${stableId} ${Type} ${DeletionPolicy} ${UpdateReplacePolicy}`;
    })
    .sort();

/** Reviewers see in the snapshot's diff what a deployment creates, replaces and deletes. Update it with `-u`. */
describe('logical id, type and policies of every resource other than those of operations', () => {
  test('by default', () => {
    expect(rowsOf(plain).join('\n')).toMatchSnapshot();
  });

  test('added by settings', () => {
    const byDefault = new Set(rowsOf(plain));
    expect(
      rowsOf(everything)
        .filter((row) => !byDefault.has(row))
        .join('\n'),
    ).toMatchSnapshot();
  });
});

/** Types without properties that follow from the operations, except for alarms of functions, or from the pages. */
const RECORDED =
  /^AWS::(?:(?:Budgets|CloudFront|CodeDeploy|DynamoDB|Events|GuardDuty|KMS|S3|SES|SNS|SQS|WAFv2|XRay)::(?!ResponseHeadersPolicy).*|ApiGateway::(?:BasePathMapping|DomainName|Stage)|CloudWatch::Alarm|Lambda::(?:EventSourceMapping|Permission)|Logs::(?:LogGroup|MetricFilter))$/;

/** A line for each property. */
const propertiesIn = ({ resources, template }: SynthesizedStack): string[] =>
  [...new Set(Object.values(resources).map(({ Type }) => Type))]
    .filter((type) => RECORDED.test(type))
    .flatMap((type) => template.ofType(type))
    .filter(({ logicalId }) => !isOfOperation(logicalId) && !logicalId.includes('AlarmsFunctionErrors'))
    .flatMap(({ logicalId, properties: { Tags, AlarmDescription, FunctionCode, ...properties } }) =>
      Object.entries(properties).map(([name, value]) => `${logicalId} ${name} ${withoutHash(JSON.stringify(value))}`),
    )
    .sort();

/**
 * What invokes functions, what is kept and for how long, what is limited, blocked, cached and reported. Reviewers see in
 * the diff what a change of code does to it.
 */
describe('the properties of resources other than those of operations', () => {
  test('by default', () => {
    expect(propertiesIn(plain).join('\n')).toMatchSnapshot();
  });

  test('changed by settings', () => {
    const byDefault = new Set(propertiesIn(plain));
    const changed = propertiesIn(everything).filter((line) => !byDefault.has(line));
    expect(changed.join('\n')).toMatchSnapshot();
  });
});

const all = [plain, everything].flatMap(({ resources }) => Object.values(resources));

test('no server and no container is deployed', () => {
  const services = all.map(({ Type, Properties }) => (Properties?.PackageType === 'Image' ? 'an image' : Type));
  expect(
    services.filter((each) => /image|::(?:AppRunner|Batch|EC2|ECS|EKS|Elasti\w+|Lightsail|RDS)::/.test(each)),
  ).toEqual([]);
});
