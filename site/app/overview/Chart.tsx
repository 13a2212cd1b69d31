import type { EndpointStatistics } from '../../../shared/contract/schemas/submissions/statistics.ts';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { type Bar, barsOf, scaleOf } from './bars.ts';

const { overview: texts } = TEXTS;

/** The drawing's own units, scaled to the available width. */
const WIDTH = 720;
const HEIGHT = 210;
/** Margins for the scale, the dates, and half a label at the other ends. */
const LEFT = 44;
const RIGHT = 30;
const BELOW = 26;
const ABOVE = 18;
const DATES_MAX = 5;

const dayFormat = new Intl.DateTimeFormat(TEXTS.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string): string => dayFormat.format(new Date(date));

/** Submissions and spam per day, with a table for screen readers. */
export function Chart({ days }: { days: EndpointStatistics['days'] }) {
  const bars = barsOf(days);
  const isWeekly = bars.length < days.length;
  return (
    <figure class="chart">
      <figcaption class="apart">
        {isWeekly ? texts.perWeek : texts.perDay}
        <span class="legend" aria-hidden="true">
          <i class="is-wanted" /> {texts.wanted} <i class="is-spam" /> {texts.spam}
        </span>
      </figcaption>
      <Drawing bars={bars} />
      {/* A wrapper, since tables cannot be clipped. */}
      <div class="said">
        <table>
          <caption>{isWeekly ? texts.perWeek : texts.perDay}</caption>
          <Columns names={[isWeekly ? texts.weekFrom : texts.day, texts.wanted, texts.spam]} />
          <tbody>
            {bars.map(({ date, wanted, spam }) => (
              <tr key={date}>
                <th scope="row">{dayOf(date)}</th>
                <td>{wanted}</td>
                <td>{spam}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function Drawing({ bars }: { bars: readonly Bar[] }) {
  const top = scaleOf(bars);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, bars.length);
  const heightOf = (amount: number) => (amount / top) * (HEIGHT - BELOW - ABOVE);
  const floor = HEIGHT - BELOW;
  const everyNth = Math.ceil(bars.length / DATES_MAX);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {[0, top / 2, top].map((amount) => (
        <g key={amount}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={floor - heightOf(amount)} y2={floor - heightOf(amount)} />
          <text x={LEFT - 8} y={floor - heightOf(amount) + 4} text-anchor="end">
            {TEXTS.amount(amount)}
          </text>
        </g>
      ))}
      {bars.map(({ date, wanted, spam }, place) => {
        const x = LEFT + step * place + step * 0.15;
        const width = step * 0.7;
        return (
          <g key={date}>
            <title>{texts.bar(dayOf(date), wanted, spam)}</title>
            {/* The whole column reacts to the pointer, so that short bars can be pointed at. */}
            <rect class="column" x={LEFT + step * place} y={ABOVE} width={step} height={floor - ABOVE} />
            <rect class="is-wanted" x={x} width={width} y={floor - heightOf(wanted)} height={heightOf(wanted)} />
            <rect class="is-spam" x={x} width={width} y={floor - heightOf(wanted + spam)} height={heightOf(spam)} />
            {(bars.length - 1 - place) % everyNth === 0 && (
              <text x={x + width / 2} y={HEIGHT - 6} text-anchor="middle">
                {dayOf(date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
