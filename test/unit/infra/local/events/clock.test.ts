import { expect, test } from '@jest/globals';
import { clocksOf } from '../../../../../infra/local/events/clock.ts';
import { fakeFunction } from '../../../../support/fakeFunction.ts';

test('schedules call the local API instead of that on AWS', async () => {
  const events: unknown[] = [];
  const target = fakeFunction('probeForms', (event) => void events.push(event));
  const inputs = ['{"apiUrl":"https://api.execute-api.us-east-1.amazonaws.com/prod"}', '{"task":"digests"}'];
  const Targets = inputs.map((Input) => ({ Arn: target.arn, Input }));
  const rule = {
    logicalId: 'Clock',
    type: 'AWS::Events::Rule',
    path: 'Clock',
    properties: { ScheduleExpression: 'rate(1 minute)', Targets },
  };
  for (const clock of clocksOf(rule, () => target, 'http://127.0.0.1:4100')) await clock.tick();
  expect(events).toEqual([{ apiUrl: 'http://127.0.0.1:4100' }, { task: 'digests' }]);
});
