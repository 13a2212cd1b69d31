import type { Channel, Ready } from '../../../../../shared/deliveries/channel.ts';
import { mailDelivery } from '../../../../../shared/deliveries/channels/mail/mailDelivery.ts';
import type { Delivery } from '../../../../../shared/storage/deliveryRecord.ts';

/** A channel that writes the ids of deliveries about new submissions to an array; `write` adds one, or throws. */
export function arrayChannel(
  addressesOf: (endpointId: string) => Promise<string[]>,
  write: (id: string) => unknown,
): Channel {
  const readyOf = (delivery: Delivery): Ready => ({
    delivery,
    send: async () => {
      await write(delivery.id);
      return { state: 'sent', attempt: { durationMs: 0 } };
    },
  });
  return {
    ...{ name: 'mail', failingLane: 'mail', leaseMs: 20_000, retryWaitsMs: [5_000, 60_000, 3_600_000] },
    ...{ needsOperator: true, atOncePerTarget: 2, pageSize: 10 },
    isAbout: ({ event }) => event === 'submission.created',
    plan: async (endpointId, events) => {
      const addresses = await addressesOf(endpointId);
      const deliveries = events.flatMap(({ about }) =>
        addresses.map((recipient) => mailDelivery({ about, endpointId, recipient })),
      );
      return { ready: deliveries.map(readyOf), queued: [], group: endpointId };
    },
    prepare: async (group, records) => {
      const ready = records.map((record) => ({ ...readyOf(record), record }));
      return { ready, skipped: [], lane: 'mail', group };
    },
  };
}
