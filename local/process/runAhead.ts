/**
 * Lets this thread's `Date` run ahead of the machine's clock. Timers are unaffected.
 * @param aheadS the seconds, in memory that threads can share; changes apply at once
 */
export function runAhead(aheadS: Int32Array): void {
  const machine = globalThis.Date;
  const now = () => machine.now() + Atomics.load(aheadS, 0) * 1_000;
  globalThis.Date = new Proxy(machine, {
    construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [now()] : given, target),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
}
