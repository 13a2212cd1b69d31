import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

type Hook = (run: () => Promise<void>) => void;

/**
 * Makes something before the tests of a suite, and closes it after them if it can be closed.
 * @returns what stands for it within hooks and tests
 */
export const ofSuite = <Made extends object>(make: () => Promise<Made>): Made => provided(make, beforeAll, afterAll);

/** Makes it again for each test. */
export const ofTest = <Made extends object>(make: () => Promise<Made>): Made => provided(make, beforeEach, afterEach);

function provided<Made extends object>(make: () => Promise<Made>, before: Hook, after: Hook): Made {
  let made: Made & { close?: () => unknown };
  before(async () => {
    made = await make();
  });
  after(async () => void (await made?.close?.()));
  return new Proxy({} as Made, {
    get: (_, name) => {
      const value = Reflect.get(made, name);
      return typeof value === 'function' ? value.bind(made) : value;
    },
    set: (_, name, value) => Reflect.set(made, name, value),
    ownKeys: () => Reflect.ownKeys(made),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made, name),
  });
}
