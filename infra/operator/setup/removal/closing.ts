import { SETTLE_MS } from '../../erase/settleTime.ts';
import { formRoute, setConcurrency } from '../formRoute.ts';
import { setupWith } from '../shownCommands.ts';
import { done, type Finding, type Step } from '../step.ts';

/** Stops submissions, so that none arrives between the export and the removal. */
export const closing: Step = {
  name: 'closing',
  title: 'Form route',
  isGate: true,
  isRequired: true,
  find: async (setup): Promise<Finding> => {
    const route = await formRoute(setup);
    if (route === undefined) return done('There is none.');
    // An earlier removal may have stopped before all requests in progress had ended.
    setup.removal.isRouteClosed = route.isClosed;
    if (route.isClosed && (await setup.remembered()).isSettled) return done('It is closed: forms get an error.');
    return {
      state: 'todo',
      found: route.isClosed ? 'It is closed, but forms may still be under way.' : 'It accepts forms.',
      plan: `Close it, so that the export misses none: forms get an error from now on, also if the removal stops, until ${setupWith(setup)} opens it. Then wait ${SETTLE_MS / 1_000} s for those under way.`,
      act: async () => {
        // An earlier export lacks everything that arrived since.
        await setup.remember({ exportFolder: undefined, isSettled: undefined });
        setup.removal.isRouteClosed = true;
        await setConcurrency(setup, route.name, 0);
        await setup.outside.wait(SETTLE_MS);
        await setup.remember({ isSettled: true });
        return undefined;
      },
    };
  },
};
