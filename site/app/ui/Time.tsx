import { signal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';

const TICK_MS = 30_000;
export const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), TICK_MS);

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat(TEXTS.locale, { style: 'short' });
const absolute = new Intl.DateTimeFormat(TEXTS.locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** "3 min. ago", or "in 2 days". */
export function relativeTime(time: Date): string {
  const seconds = (time.getTime() - now.value) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit === undefined ? TEXTS.justNow : relative.format(Math.round(seconds / size), unit);
}

export const absoluteTime = (time: Date): string => absolute.format(time);

/** A time within a sentence such as "since …". */
export const ExactTime = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{absoluteTime(at)}</time>;

/** A relative time, with the absolute one as its tooltip. */
export const Time = ({ at, class: className }: { at: Date; class?: string }) => (
  <time class={className} dateTime={at.toISOString()} title={absoluteTime(at)}>
    {relativeTime(at)}
  </time>
);
