import { rounded } from '../stats.ts';
import { table, title } from '../tables.ts';
import type { ProfileReport } from './measure.ts';

export const profileAsText = (report: ProfileReport): string =>
  [
    title('Processor time of one request, in milliseconds, by thread', '10 connections; medians of the rounds'),
    timesTable(report),
    ...Object.entries(report).flatMap(([kind, { hotspots }]) =>
      Object.entries(hotspots).flatMap(([thread, spots]) => [
        title(`${kind}, ${thread}`, 'share of the time in which they run JavaScript, by function, excluding callees'),
        table([['', '%'], ...spots.map(({ where, percent }) => [where, percent])]),
      ]),
    ),
  ].join('\n');

const timesTable = (report: ProfileReport): string =>
  table([
    ['', 'functions', 'main', 'helpers', 'engine', 'main and helpers', 'all'],
    ...Object.entries(report).map(([kind, { times }]) => {
      const { functions, main, helpers, engine } = times;
      const others = rounded(main + helpers);
      return [kind, functions, main, helpers, engine, others, rounded(others + functions + engine)];
    }),
  ]);
