import { textTable } from '../../support/textTable.ts';
import type { GrowthReport } from './growth.ts';
import type { LoadFigures } from './load.ts';
import { CONNECTIONS, type OperationFigures } from './operations.ts';
import type { BenchReport } from './report.ts';

export const asText = (report: BenchReport): string =>
  [
    `Node.js ${report.machine.node}, ${report.machine.processors} processors (${report.machine.model}), ${report.machine.date}`,
    ...CONNECTIONS.flatMap((connections) => [
      title(`Operations, ${connections} at a time`, LOAD_LEGEND),
      operationsTable(report.operations, String(connections)),
    ]),
    title('By stored submissions of the endpoint', GROWTH_LEGEND),
    growthTable(report.bySubmissions),
    title('By endpoints of the workspace', GROWTH_LEGEND),
    growthTable(report.byEndpoints),
    title('By rules for fields of the endpoint', GROWTH_LEGEND),
    growthTable(report.byRules),
    title('By bytes of ordinary text in the submission', GROWTH_LEGEND),
    growthTable(report.byBytes),
  ].join('\n');

const LOAD_LEGEND =
  'calls, rounds and units of one request; cpu: processor time per request of the local cloud, and of the engine';
const GROWTH_LEGEND = 'rounds / read units / write units of one request, median time';

export const title = (text: string, legend: string): string => `\n${text}\n(${legend})\n`;

function operationsTable(operations: Record<string, OperationFigures>, connections: string): string {
  const header = ['operation', 'calls', 'rounds', 'RU', 'WU', ...LOAD_HEADER];
  const rows = Object.entries(operations).map(([id, { rounds, dynamodb, readUnits, writeUnits, load }]) => {
    const figures = load[connections] as OperationFigures['load'][string];
    const calls = Object.values(dynamodb).reduce((sum, count) => sum + count, 0);
    return [id, calls, rounds, readUnits, writeUnits, ...loadCells(figures)];
  });
  return textTable([header, ...rows]);
}

const LOAD_HEADER = ['req/s', 'p50 ms', 'p99 ms', 'cpu ms', 'engine cpu'];
const loadCells = ({ perSecond, p50Ms, p99Ms, cloudCpuMs, engineCpuMs }: LoadFigures) => [
  perSecond,
  p50Ms,
  p99Ms,
  cloudCpuMs ?? '',
  engineCpuMs ?? '',
];

function growthTable(growth: GrowthReport): string {
  const sizes = [...new Set(Object.values(growth).flatMap((bySize) => Object.keys(bySize)))];
  const rows = Object.entries(growth).map(([name, bySize]) => [
    name,
    ...sizes.map((size) => {
      const { rounds = 0, readUnits = 0, writeUnits = 0, p50Ms = 0 } = bySize[size] ?? {};
      return `${rounds} / ${readUnits} / ${writeUnits}, ${p50Ms} ms`;
    }),
  ]);
  return textTable([['', ...sizes.map((size) => Number(size).toLocaleString('en'))], ...rows]);
}
