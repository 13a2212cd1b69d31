import { SETTLE_MS } from '../../erase/settleTime.ts';
import { formRoute } from '../formRoute.ts';
import { done, type Finding, type Step } from '../step.ts';

/** Nothing may arrive between the export and the end. */
export const closing: Step = {
  name: 'closing',
  title: 'Form route',
  isGate: true,
  isRequired: true,
  find: async (setup): Promise<Finding> => {
    const route = await formRoute(setup);
    if (route === undefined) return done('There is none.');
    if (route.isClosed) return done('It is closed: forms get an error.');
    return {
      state: 'todo',
      found: 'It accepts forms.',
      plan: `Close it, so that the export misses none: forms get an error from now on. Then wait ${SETTLE_MS / 1_000} s for those under way.`,
      act: async () => {
        // What has arrived since an earlier export is not in it.
        await setup.remember({ exportFolder: undefined });
        await setup.clients.functions.setConcurrency(route.name, 0);
        await setup.outside.wait(SETTLE_MS);
        return undefined;
      },
    };
  },
};
