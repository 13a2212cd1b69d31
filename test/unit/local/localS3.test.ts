import { afterAll, expect, test } from '@jest/globals';
import { Template } from '../../../infra/localService/template.ts';
import type { BusEvent } from '../../../local/events/eventBus.ts';
import { Faults } from '../../../local/functions/faults.ts';
import { Usage } from '../../../local/functions/usage.ts';
import { LocalS3 } from '../../../local/localS3.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

test('announces new objects of buckets with events, and no others', async () => {
  const s3 = new LocalS3({ operatorAccessKeyId: 'operator', usage: new Usage(), faults: new Faults() });
  const events: BusEvent[] = [];
  const NotificationConfiguration = { EventBridgeConfiguration: { EventBridgeEnabled: true } };
  const template = new Template(folder, {
    FailedRecords: { Type: 'AWS::S3::Bucket', Properties: { NotificationConfiguration } },
    Other: { Type: 'AWS::S3::Bucket' },
  });
  const publish = async (event: BusEvent) => void events.push(event);
  s3.serve({ template, folder, functionNamed: () => undefined, bus: { publish } });
  for (const bucket of ['FailedRecords', 'Other']) await s3.put(bucket, 'record.json', '{}');
  expect(events).toEqual([
    {
      source: 'aws.s3',
      'detail-type': 'Object Created',
      resources: ['arn:aws:s3:::FailedRecords'],
      detail: { bucket: { name: 'FailedRecords' }, object: { key: 'record.json', size: 2, etag: expect.any(String) } },
    },
  ]);
  await s3.stop();
});
