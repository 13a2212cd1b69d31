import type { LocalFunction } from '../functions/functions.ts';
import { Loop } from '../loop.ts';
import type { Resource } from '../template.ts';

const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Interval of an Amazon EventBridge rule such as `rate(1 minute)`, in milliseconds. @throws Error for another form */
export function intervalOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit === undefined) throw new Error(`The local cloud does not support the schedule ${expression}.`);
  return Number(count) * (UNITS_MS[unit] as number);
}

/** Invokes a function on a schedule, as an Amazon EventBridge rule does; `tick` invokes it now, in addition. */
function createClock(target: LocalFunction, intervalMs: number, event: unknown) {
  const loop = new Loop(`The schedule of ${target.name}`);
  const tick = () => target.invoke(event);
  const start = () =>
    loop.start(async (signal) => {
      await loop.pause(intervalMs);
      if (!signal.aborted) await tick();
    });
  return { start, stop: () => loop.stop(), tick };
}

/** @param apiUrl replaces AWS's URL in events */
export function clocksOf({ properties }: Resource, functionOf: (arn: unknown) => LocalFunction, apiUrl: string) {
  const { ScheduleExpression, Targets = [] } = properties as {
    ScheduleExpression?: string;
    Targets?: { Arn: string; Input?: string }[];
  };
  if (ScheduleExpression === undefined) return [];
  const intervalMs = intervalOf(ScheduleExpression);
  return Targets.map(({ Arn, Input = '{}' }) => {
    const event = JSON.parse(Input) as object;
    return createClock(functionOf(Arn), intervalMs, 'apiUrl' in event ? { ...event, apiUrl } : event);
  });
}
