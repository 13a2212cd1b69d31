import { failedDeliveries } from '../../../../shared/storage/deliveries/failedDeliveries.ts';
import { findService } from '../deployedStack.ts';
import { done, type Finding, type Step } from '../step.ts';

/** Counting stops here: the list may be long. */
const COUNTED_MAX = 1_000;
/** Number of reasons to show. */
const SHOWN_MAX = 5;

/** Notifications that failed permanently and need attention. */
export const failedMail: Step = {
  name: 'failed-mail',
  title: 'Failed notifications',
  find: async (setup): Promise<Finding> => {
    const service = await findService(setup);
    if (!service) return done('Nothing is deployed.');
    const reasons = new Map<string, number>();
    let count = 0;
    for await (const { reason } of failedDeliveries(service.table)) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (++count === COUNTED_MAX) break;
    }
    if (count === 0) return done('None.');
    const byNumber = [...reasons].sort(([, a], [, b]) => b - a).slice(0, SHOWN_MAX);
    return {
      state: 'blocked',
      found: `${count === COUNTED_MAX ? 'At least ' : ''}${count} failed.`,
      lines: byNumber.map(([reason, times]) => `${times} × ${reason}`),
      remedy:
        `Fix the cause, then resend them: npm run --silent notifications -- redrive --stack ${setup.stackName} ` +
        '(docs/operations.md).',
    };
  },
};
