import { type Change, changeOf, isOfEndpoint } from '../../../shared/changes/change.ts';
import { eachEndpoint } from '../../../shared/changes/eachEndpoint.ts';
import type { Work } from '../../../shared/changes/handleRecords.ts';
import { CHANNEL_EVENTS } from '../../../shared/deliveries/channels/channelEvents.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { eventsFor } from '../../../shared/deliveries/events.ts';
import { indexWork } from '../../../shared/pageIndex/indexChanges.ts';
import { StatisticsUpdater } from '../../../shared/pageIndex/statisticsUpdater.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { removeItemsOf } from '../../../shared/removal/endpointRemoval.ts';
import { removeFilesOfEndpoint, removeFilesOfSubmissions } from '../../../shared/removal/fileRemoval.ts';
import { fileRemovalWork } from '../../../shared/removal/removedFiles.ts';
import { TrainingMessage, trainFilter, trainingWork } from '../../../shared/spamFilter/training.ts';
import type { Lane } from '../../../shared/storage/deliveries/dueMessages.ts';
import { DueMessages } from '../../../shared/storage/deliveries/dueMessages.ts';
import { endpointExists } from '../../../shared/storage/endpoints/endpointExistence.ts';
import { CHANNELS, type ChannelName } from '../../../shared/storage/table/partitions.ts';
import type { FailedRecords, Service } from '../openService.ts';
import { type FailedBatch, failedBatches } from './failedBatches.ts';

type Target = Pick<Service, 'table' | 'fileBucket'> & { failedRecords: FailedRecords };

/**
 * Redrives the failed stream records. Safe to repeat: a delivery's id is derived from its record, and all other work is
 * idempotent.
 * @param submissionId default: all
 * @returns how many changes were handled, how many records failed again, and how many objects cannot be read; both stay
 * in the bucket
 */
export async function redriveChanges(target: Target, submissionId?: string) {
  const { store, notifierArn } = target.failedRecords;
  const works = { notifier: deliveryWorks(target), indexer: indexWorks(target) };
  const counts = { changes: 0, stillFailing: 0, unreadable: 0 };
  for await (const batch of failedBatches(store, notifierArn)) {
    if (!batch) {
      counts.unreadable++;
      continue;
    }
    const handled = await redriveBatch(batch, batch.isNotifiers ? works.notifier : works.indexer, submissionId);
    counts.changes += handled.changes;
    counts.stillFailing += handled.stillFailing;
    if (handled.isWhole) await store.remove(batch.name);
  }
  return counts;
}

async function redriveBatch({ name, records }: FailedBatch, works: readonly Work[], submissionId?: string) {
  try {
    const all = records.flatMap((record) => changeOf(record) ?? []);
    const due = all.filter((change) => submissionId === undefined || isAbout(change, submissionId));
    const outcomes = await Promise.all(works.map((work) => eachEndpoint(due.filter(work.isAbout), work.perform)));
    const failed = outcomes.flat().find(({ error }) => error !== undefined);
    if (failed) throw failed.error;
    return { changes: due.length, stillFailing: 0, isWhole: due.length === all.length };
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return { changes: 0, stillFailing: records.length, isWhole: false };
  }
}

const isAbout = (change: Change, submissionId: string): boolean =>
  !isOfEndpoint(change) && change.submissionId === submissionId;

/** The lane of each channel's new deliveries. */
const LANE_OF: Readonly<Record<ChannelName, Lane>> = { mail: 'mail', confirmation: 'mail', webhook: 'webhook' };

/** The work of `notifySubmission`. The service sends the planned deliveries within a minute. */
function deliveryWorks({ table }: Target): Work[] {
  const queues = new DeliveryQueues({ lanes: {}, due: new DueMessages(table) });
  return CHANNELS.map((channel) => ({
    name: channel,
    needsTable: true,
    isAbout: (change) => eventsFor(CHANNEL_EVENTS[channel], change).length > 0,
    perform: (endpointId, changes) => {
      const plan = changes.flatMap((change) => eventsFor(CHANNEL_EVENTS[channel], change));
      const message = { channel, endpointId, group: endpointId, tries: 0, plan };
      return queues.holdBack(LANE_OF[channel], message, Date.now());
    },
  }));
}

/** The work of `indexSubmissions`, doing background work at once. */
function indexWorks({ table, fileBucket }: Target): Work[] {
  const unlimited = () => true;
  const removeEndpoint = async (endpointId: string) => {
    if (await endpointExists(table, endpointId)) return;
    await removeItemsOf(table, endpointId, unlimited);
    await removeFilesOfEndpoint(fileBucket, endpointId, unlimited);
  };
  const removeFiles = async (endpointId: string, submissionIds: string[]) => {
    await removeFilesOfSubmissions({ table, bucket: fileBucket }, endpointId, submissionIds, unlimited);
  };
  return [
    indexWork({
      updater: new IndexUpdater(table),
      statistics: new StatisticsUpdater(table),
      startRemoval: removeEndpoint,
      endpointExists: (endpointId) => endpointExists(table, endpointId),
    }),
    fileRemovalWork({ sendFilesOf: removeFiles }),
    trainingWork({
      send: async ({ body }) => void (await trainFilter(table, TrainingMessage.parse(JSON.parse(body)))),
    }),
  ];
}
