import { formRoute } from '../formRoute.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';

/** Reports a form route that a removal has closed. Only setup opens it: the removal may still be under way. */
export const openRoute: Step = {
  name: 'stopped-removal',
  title: 'Form route',
  find: async (setup): Promise<Finding> => {
    const route = await formRoute(setup);
    if (!route?.isClosed) return done('It accepts forms.');
    return blocked('It is closed, because a removal was started: forms get an error.', REOPENING);
  },
};

/** How to end a removal before it removes the stack. */
export const REOPENING =
  'To open it and keep the service: npm run setup. To continue the removal: npm run setup -- --remove.';
