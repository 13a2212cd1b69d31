import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { arnOf, type Resource } from '../../../../infra/localService/template.ts';
import { Queues } from '../../../../local/aws/queues.ts';
import { EventBus } from '../../../../local/events/eventBus.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { fakeFunction } from '../../../support/cloud/fakeFunction.ts';

const QUEUE = 'AWS::SQS::Queue';
const resource = (logicalId: string, type: string, properties: Record<string, unknown> = {}): Resource => ({
  logicalId,
  type,
  properties,
  path: logicalId,
});
const event = (source: string) => ({ source, 'detail-type': 'Scan', resources: [], detail: { bucket: 'FileBucket' } });

const API_URL = 'http://127.0.0.1:4100';
const clock = (Arn: string) =>
  resource('Clock', 'AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 minute)',
    Targets: ['{"apiUrl":"https://api.execute-api.us-east-1.amazonaws.com/prod"}', '{"task":"digests"}'].map(
      (Input) => ({ Arn, Input }),
    ),
  });

let folder: string;
beforeAll(() => {
  folder = newDataFolder();
});
afterAll(() => removeFolder(folder));

function busWith(handle: (event: unknown) => void) {
  const queues = new Queues([resource('Failed', QUEUE)], 'http://127.0.0.1:1', folder);
  const target = Object.assign(fakeFunction('recordScan', handle), { deadLettersArn: arnOf('Failed', QUEUE) });
  const rule = resource('Rule', 'AWS::Events::Rule', {
    EventPattern: { source: ['aws.guardduty'], detail: { bucket: ['FileBucket'] } },
    Targets: [{ Id: 'Target0', Arn: target.arn }],
  });
  const bus = new EventBus([rule, clock(target.arn)], { queues, functionWith: () => target, apiUrl: API_URL });
  return { bus, failed: queues.byArn(arnOf('Failed', QUEUE)) };
}

test('sends an event only to targets of matching rules, as EventBridge does', async () => {
  const events: unknown[] = [];
  const { bus } = busWith((each) => void events.push(each));
  await bus.publish(event('aws.guardduty'));
  await bus.publish(event('aws.ses'));
  await bus.publish({ ...event('aws.guardduty'), detail: { bucket: 'Other' } });
  expect(events).toEqual([
    {
      ...event('aws.guardduty'),
      version: '0',
      id: expect.any(String),
      account: '000000000000',
      region: 'us-east-1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    },
  ]);
});

test('schedules call the local API instead of that on AWS', async () => {
  const events: unknown[] = [];
  const { bus } = busWith((each) => void events.push(each));
  await bus.tick();
  expect(events).toEqual([{ apiUrl: API_URL }, { task: 'digests' }]);
});

test('tries a failing target three times, then moves the event to the dead-letter queue of the function', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let attempts = 0;
  const { bus, failed } = busWith(() => {
    attempts++;
    throw new Error('not now');
  });
  await bus.publish(event('aws.guardduty'));
  expect(attempts).toBe(3);
  expect(JSON.parse(failed?.receive(1)[0]?.body ?? '')).toMatchObject(event('aws.guardduty'));
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});
