import { formRoute } from '../formRoute.ts';
import type { Setup } from '../setup.ts';
import { setupWith } from '../shownCommands.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';

/** Reports a form route that a removal has closed. Only setup opens it: the removal may still be under way. */
export const openRoute: Step = {
  name: 'stopped-removal',
  title: 'Form route',
  find: async (setup): Promise<Finding> => {
    try {
      const route = await formRoute(setup);
      if (!route?.isClosed) return done('It accepts forms.');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return blocked(`It could not be read whether a removal has closed it: ${reason}`, howToOpen(setup));
    }
    return blocked(CLOSED, howToOpen(setup));
  },
};

export const CLOSED = 'It is closed, because a removal was started: forms get an error.';

/** The command that cancels a removal before it removes the stack. */
export const howToOpen = (setup: Pick<Setup, 'choices'>): string =>
  `To open it and keep the service: ${setupWith(setup)}. To continue the removal: ${setupWith(setup, '--remove')}.`;
