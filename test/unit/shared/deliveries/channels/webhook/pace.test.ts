import { expect, test } from '@jest/globals';
import { WEBHOOK_FORMATS } from '../../../../../../shared/contract/webhookFormats.ts';
import { FORMATS } from '../../../../../../shared/messages/formats/formats.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

test.each(WEBHOOK_FORMATS.filter((format) => format !== 'template'))(
  'messages of a webhook with the format %s keep the pace of its service',
  async (format) => {
    const cloud = new SimulatedPipeline();
    const endpoint = await cloud.newEndpoint();
    await cloud.newWebhook(endpoint, { format });
    for (let count = 0; count < 3; count++) await cloud.submit(endpoint);
    await cloud.settle();
    const gaps = cloud.seen.slice(1).map(({ atMs }, place) => atMs - (cloud.seen[place]?.atMs ?? 0));
    expect(gaps).toHaveLength(2);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(FORMATS[format].paceMs - 10);
  },
);
