import { describe, expect, test } from '@jest/globals';
import {
  ALARM_KINDS,
  ALARMS_BY_SETTING,
  type AlarmKind,
  ESSENTIAL_ALARMS,
  noticeOf,
} from '../../../../../infra/constructs/monitoring/alarmKinds.ts';
import { isManagement } from '../../../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';
import { readDocument } from '../../../../support/site/documents.ts';

const [stack, everything, probed] = await synthesizeStacks({}, EVERYTHING, { probeEndpoint: EVERYTHING.probeEndpoint });

const ofType = (type: string, given = stack) => given.template.ofType(type);

interface Alarm {
  name: string;
  description: string;
  threshold: unknown;
}

const alarms = (given: SynthesizedStack): Alarm[] =>
  ofType('AWS::CloudWatch::Alarm', given).map(({ path, properties }) => ({
    name: path.split('/').at(-2) ?? '',
    description: String(properties.AlarmDescription),
    threshold: properties.Threshold,
  }));

interface MetricQuery {
  Expression?: string;
  MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: string }[] }; Period: number };
}

describe('alarms', () => {
  test('watch every function but the probe for crashes, the management operations of a group together', () => {
    const groupOf = new Map<string, string>(OPERATIONS.filter(isManagement).map(({ id, group }) => [id, group]));
    const others = functionsOf(everything).filter(({ name }) => name !== 'probeForms');
    const expected = others.map(({ name, logicalId }) => [logicalId, `FunctionErrors-${groupOf.get(name) ?? name}`]);
    const watched = ofType('AWS::CloudWatch::Alarm', everything)
      .filter(({ path }) => path.includes('/FunctionErrors-'))
      .flatMap(({ path, properties }) => {
        const { Metrics, Dimensions, MetricName, Period } = properties as Record<string, unknown>;
        const single = { MetricStat: { Metric: { MetricName, Dimensions }, Period } } as MetricQuery;
        const queries = (Metrics as MetricQuery[] | undefined) ?? [single];
        // An alarm can use ten metrics (Amazon CloudWatch, "Creating an alarm based on a metric math expression").
        const stats = queries.flatMap(({ MetricStat }) => MetricStat ?? []);
        expect(stats.length).toBeLessThanOrEqual(10);
        return stats.map((stat) => {
          expect(stat).toMatchObject({ Metric: { MetricName: 'Errors' }, Period: 60 });
          return [stat.Metric.Dimensions[0]?.Value, path.split('/').at(-2)];
        });
      });
    expect(watched.sort()).toEqual(expected.sort());
  });

  test('are at most ten by default, which CloudWatch does not charge for', () => {
    expect(
      alarms(stack)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...ESSENTIAL_ALARMS].sort());
    expect(ESSENTIAL_ALARMS).toHaveLength(10);
    for (const essential of alarms(stack)) {
      expect(alarms(everything)).toContainEqual(essential);
    }
  });

  test('of a setting also exist in `essential` if it is set', () => {
    expect(
      alarms(probed)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...ESSENTIAL_ALARMS, ...ALARMS_BY_SETTING].sort());
  });

  test('go off above their threshold, but not without data, and notify the topic, also when they clear', () => {
    const topic = single(ofType('AWS::SNS::Topic', everything)).logicalId;
    for (const { path, properties } of ofType('AWS::CloudWatch::Alarm', everything)) {
      const isRate = /\/(?:Bounce|Complaint)Rate\//.test(path);
      expect({ path, ...properties }).toMatchObject({
        ComparisonOperator: 'GreaterThanThreshold',
        // SES reports no rate between mails, which changes nothing.
        TreatMissingData: isRate ? 'ignore' : 'notBreaching',
        AlarmActions: [topic],
        OKActions: [topic],
      });
      expect(properties.ActionsEnabled ?? true).toBe(true);
    }
  });
});

/** `StreamAge-notifySubmission` is a StreamAge of notifySubmission. */
const partsOf = (alarmName: string): [kind: AlarmKind, of: string | undefined] => {
  const [kind, of] = alarmName.split('-');
  return [kind as AlarmKind, of];
};

describe('the runbook', () => {
  const [page, operations] = ['docs/alarms.md', 'docs/operations.md'].map(readDocument) as [string, string];
  const sections = new Map(
    page
      .split(/\n## /)
      .slice(1)
      .map((section) => [/^`(\w+)`\n/.exec(section)?.[1], section]),
  );

  test('has exactly one section for each kind of alarm in the template', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const kinds = new Set(alarms(everything).map(({ name }) => partsOf(name)[0]));
    expect(headings.sort()).toEqual([...kinds].map((kind) => `\`${kind}\``).sort());
    expect([...kinds].sort()).toEqual(Object.keys(ALARM_KINDS).sort());
  });

  test.each(Object.keys(ALARM_KINDS))('describes %s: meaning, diagnosis and remedy', (kind) => {
    for (const part of ['**Means.**', '**Look at.**', '**Do.**']) expect(sections.get(kind)).toContain(part);
  });

  test('is linked from the mail of an alarm, by section', () => {
    for (const { name, description } of alarms(everything)) {
      const [kind, of] = partsOf(name);
      expect(description).toBe(`${noticeOf(kind, of)} What to do: docs/alarms.md#${kind.toLowerCase()}`);
    }
  });

  test('names only existing outputs', () => {
    const outputs = [...`${page}${operations}`.matchAll(/\$\(output (\w+)\)/g)].map(([, output]) => output);
    expect(outputs.length).toBeGreaterThan(2);
    for (const output of outputs) expect(Object.keys(stack.outputs)).toContain(output);
  });
});

describe('the alarm for errors of the gateway', () => {
  test('ignores 5xx for bodies that AWS Lambda rejects as too large', () => {
    const filter = single(ofType('AWS::Logs::MetricFilter').filter(({ path }) => path.includes('/GatewayErrors')));
    expect(filter.properties.FilterPattern).toBe('{ ($.status = "5*") && ($.integrationStatus != "413") }');
    const [{ MetricName, MetricNamespace } = {}] = filter.properties.MetricTransformations as Record<string, string>[];
    const [alarm] = ofType('AWS::CloudWatch::Alarm').filter(({ path }) => path.includes('/GatewayErrors/'));
    expect(alarm?.properties).toMatchObject({ MetricName, Namespace: MetricNamespace });
  });
});

describe('the probe', () => {
  const probeOf = (given: SynthesizedStack) => functionsOf(given).find(({ name }) => name === 'probeForms');

  test('may remove its own submission and record that, and nothing else', () => {
    const ofTable = probeOf(everything)?.statements.filter(({ Action }) => Action[0]?.startsWith('dynamodb:'));
    const toDo = (action: string, partition: string, more = {}) => ({
      Effect: 'Allow',
      Action: [`dynamodb:${action}`],
      Resource: [expect.stringContaining(':table/')],
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [`${partition}#${EVERYTHING.probeEndpoint}`], ...more },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    });
    expect(ofTable).toEqual([
      toDo('DeleteItem', 'ENP'),
      toDo('PutItem', 'ONCE', { 'dynamodb:Attributes': ['PK', 'SK', 'ttl'] }),
    ]);
  });

  test('sets off its alarm for failed and throttled invocations, but not for missing data before the first', () => {
    const [alarm] = ofType('AWS::CloudWatch::Alarm', probed).filter(({ path }) => path.includes('/Probe/'));
    const queries = alarm?.properties.Metrics as MetricQuery[];
    const names = queries.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
    expect([names, alarm?.properties.TreatMissingData]).toEqual([['Errors', 'Throttles'], 'notBreaching']);
  });

  test('does not exist unless it is set', () => {
    expect(probeOf(stack)?.statements.map(({ Action }) => Action[0])).not.toContain('dynamodb:DeleteItem');
  });
});

describe('the dashboard', () => {
  const body = (given = everything) =>
    String(single(ofType('AWS::CloudWatch::Dashboard', given)).properties.DashboardBody);

  test('shows every alarm and every function', () => {
    const { widgets } = JSON.parse(body()) as { widgets: { properties: { alarms?: string[] } }[] };
    expect(widgets[0]?.properties.alarms).toHaveLength(alarms(everything).length);
    for (const { logicalId } of functionsOf(everything)) expect(body()).toContain(`"${logicalId}"`);
  });

  test('has at most 50 metrics by default, which CloudWatch does not charge for', () => {
    const { widgets } = JSON.parse(body(stack)) as { widgets: { properties: { metrics?: unknown[] } }[] };
    const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    expect(metrics.length).toBeGreaterThan(20);
    expect(metrics.length).toBeLessThanOrEqual(50);
  });

  test('contains the URL of the API', () => {
    const { DashboardName } = single(ofType('AWS::CloudWatch::Dashboard')).properties;
    expect(DashboardName).toBe('Forms-us-east-1');
    expect(JSON.stringify(stack.outputs.DashboardUrl)).toContain('#dashboards/dashboard/Forms-');
  });
});
