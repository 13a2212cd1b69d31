import { describe, expect, test } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import { DELIVER, itemBytesOf, NOTIFY } from '../../../infra/operator/cost/measured.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { webhookDeliveryKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { statisticsKey } from '../../../shared/storage/table/itemKeys.ts';
import { cloud } from '../../support/cloud/countedCloud.ts';
import { call, resetUsage } from '../../support/cloud/ownCloud.ts';
import { eventually, uniqueSlug, usageOf } from '../../support/cloud/service.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/receivers/webhookReceiver.ts';
import { itemsOf } from '../../support/wholeTable.ts';

describe('a delivery to a webhook', () => {
  const DATA = { message: 'x'.repeat(900) };

  async function deliver(behave: WebhookReceiver['behave']) {
    const receiver = await openWebhookReceiver();
    receiver.behave = behave;
    const { id: endpointId } = (await call('POST', '/v1/endpoint', { json: { slug: uniqueSlug(), targetEmails: [] } }))
      .json;
    const created = await call('POST', '/v1/webhook', { json: { endpointId, url: receiver.url } });
    expect(created.status).toBe(201);
    await resetUsage();
    await call('POST', `/v1/f/${endpointId}`, { json: DATA });
    const { sendWebhook: usage, notifySubmission: planning } = await eventually(
      () => usageOf(),
      ({ sendWebhook, notifySubmission }) =>
        notifySubmission?.invocations === 1 &&
        sendWebhook !== undefined &&
        sendWebhook.writeUnits >= DELIVER.writeUnits &&
        sendWebhook.invocations >= 1,
    );
    const items = await itemsOf(localTable(cloud.outputs));
    receiver.close();
    const { PK } = webhookDeliveryKey(created.json.id, '');
    return { usage, planning, record: items.find((item) => item.PK === PK) };
  }

  test('reads its record and four items, and writes claim and outcome if accepted; only counted bytes are stored', async () => {
    const { usage, planning, record } = await deliver(() => ({ status: 200, body: 'Thank you' }));
    expect(usage).toEqual({
      invocations: 1,
      dynamodb: { Query: 1, BatchGetItem: 1, UpdateItem: 2 },
      readUnits: DELIVER.readUnits(itemBytesOf(JSON.stringify(DATA).length)),
      writeUnits: DELIVER.writeUnits,
      rounds: DELIVER.rounds,
    });
    expect(planning).toEqual({
      invocations: 1,
      dynamodb: { GetItem: 1, Query: 1, PutItem: 1 },
      readUnits: NOTIFY.readUnits + DELIVER.stream.readUnits,
      writeUnits: DELIVER.stream.writeUnitsPerDelivery,
      rounds: 1 + DELIVER.stream.rounds,
    });
    const bytes = JSON.stringify(record).length;
    expect(bytes).toBeLessThanOrEqual(DELIVER.itemBytes);
    expect(bytes).toBeGreaterThan(DELIVER.itemBytes / 2);
  });
});

describe('notifying', () => {
  const DATA = { message: 'x'.repeat(900) };
  const itemBytes = itemBytesOf(JSON.stringify(DATA).length);

  async function notify(submissions: number, targetEmails: string[]): Promise<FunctionUsage> {
    const { id } = (await call('POST', '/v1/endpoint', { json: { slug: uniqueSlug(), targetEmails } })).json;
    // Without statistics nothing is counted.
    await eventually(
      () => localTable(cloud.outputs).get(statisticsKey(id)),
      (item) => item !== undefined,
    );
    await resetUsage();
    for (let i = 0; i < submissions; i++) await call('POST', `/v1/f/${id}`, { json: DATA });
    const mails = submissions * targetEmails.length;
    const usage = await eventually(
      async () => (await usageOf()).notifySubmission,
      // An invocation is counted at its end.
      (now) =>
        now !== undefined &&
        now.dynamodb.PutItem === mails &&
        now.invocations === now.dynamodb.GetItem &&
        now.writeUnits >= mails * NOTIFY.writeUnitsPerMail + now.invocations * NOTIFY.counting.writeUnits,
    );
    return usage as FunctionUsage;
  }

  test('one submission to one address reads its endpoint and the last hour, writes claim and outcome, and counts the mail', async () => {
    expect(await notify(1, ['one@example.com'])).toEqual({
      invocations: 1,
      dynamodb: { GetItem: 1, PutItem: 1, Query: 1, UpdateItem: 2 },
      readUnits: NOTIFY.readUnits + NOTIFY.hour.readUnits(1, itemBytes),
      writeUnits: NOTIFY.writeUnitsPerMail + NOTIFY.counting.writeUnits,
      rounds: NOTIFY.rounds + 2 + NOTIFY.counting.rounds,
    });
  });

  test('stores at most the counted bytes of a mail, and not much less', async () => {
    await notify(1, ['one@example.com']);
    const sent = (await itemsOf(localTable(cloud.outputs))).find(({ PK }) => String(PK).startsWith('DELIVERY#mail#'));
    // DynamoDB counts names and values; a number takes about a byte for two digits.
    const bytesOf = (value: unknown): number =>
      value instanceof Set ? [...value].reduce((sum, each) => sum + String(each).length, 0) : String(value).length;
    const bytes = Object.entries(sent ?? {}).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0);
    expect(bytes).toBeLessThanOrEqual(NOTIFY.itemBytesPerMail);
    expect(bytes).toBeGreaterThan(NOTIFY.itemBytesPerMail / 2);
  });

  test('several submissions to several addresses reads less in a shared invocation, and writes as much for each', async () => {
    const { invocations, dynamodb, readUnits } = await notify(3, ['one@example.com', 'two@example.com']);
    expect(dynamodb).toEqual({
      GetItem: invocations,
      Query: invocations,
      PutItem: 6,
      UpdateItem: 6 + invocations * NOTIFY.counting.writeUnits,
    });
    expect(readUnits).toBeGreaterThanOrEqual(invocations * (NOTIFY.readUnits + NOTIFY.hour.readUnits(1, itemBytes)));
    expect(readUnits).toBeLessThanOrEqual(invocations * (NOTIFY.readUnits + NOTIFY.hour.readUnits(3, itemBytes)));
  });
});
