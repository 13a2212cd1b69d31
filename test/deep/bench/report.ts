import { cpus } from 'node:os';
import { COSTS, READ_UNITS_BY_RULES } from '../../support/cloud/costs.ts';
import { type GrowthReport, READ_UNITS_MAX } from './growth.ts';
import type { OperationsReport } from './operations.ts';

export interface BenchReport extends OperationsReport {
  machine: { date: string; node: string; processors: number; model: string };
  bySubmissions: GrowthReport;
  byEndpoints: GrowthReport;
  byRules: GrowthReport;
  /** By the bytes of ordinary text. */
  byBytes: GrowthReport;
}

export const machine = (): BenchReport['machine'] => ({
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
});

export function faultsOf({ operations, bySubmissions, byEndpoints, byRules, byBytes }: BenchReport): string[] {
  return [
    ...Object.entries(operations).flatMap(([id, { load: _load, ...cost }]) => {
      const stated = COSTS[id as keyof typeof COSTS];
      return JSON.stringify(sorted(cost)) === JSON.stringify(sorted(stated))
        ? []
        : [`${id} costs ${JSON.stringify(cost)}, not ${JSON.stringify(stated)}`];
    }),
    ...growthFaults('stored submissions', bySubmissions),
    ...growthFaults('endpoints', byEndpoints),
    ...rulesFaults(byRules),
    ...bytesFaults(byBytes),
  ];
}

/** With rules, a submission only costs the additional read units of the larger endpoint. */
const rulesFaults = (byRules: GrowthReport): string[] =>
  Object.entries(byRules.createSubmission ?? {}).flatMap(([count, { rounds, readUnits, writeUnits }]) => {
    const cost = { rounds, readUnits, writeUnits };
    const { rounds: statedRounds, writeUnits: statedWriteUnits } = COSTS.createSubmission;
    const isStated =
      rounds === statedRounds && writeUnits === statedWriteUnits && readUnits === READ_UNITS_BY_RULES[count];
    return isStated ? [] : [`createSubmission with ${count} rules costs ${JSON.stringify(cost)}`];
  });

/** Ordinary text costs as much as a small submission. */
const bytesFaults = (byBytes: GrowthReport): string[] =>
  Object.entries(byBytes.createSubmission ?? {}).flatMap(([bytes, { rounds, readUnits, writeUnits }]) => {
    const { rounds: statedRounds, readUnits: statedReadUnits, writeUnits: statedWriteUnits } = COSTS.createSubmission;
    const isStated = rounds === statedRounds && readUnits === statedReadUnits && writeUnits === statedWriteUnits;
    return isStated ? [] : [`createSubmission of ${bytes} bytes of text costs ${writeUnits} write units`];
  });

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : value;

function growthFaults(what: string, growth: GrowthReport): string[] {
  return Object.entries(growth).flatMap(([name, bySize]) => {
    const sizes = Object.keys(bySize);
    const [smallest, ...others] = Object.values(bySize);
    const readUnitsMax = READ_UNITS_MAX[name] ?? smallest?.readUnits ?? 0;
    const grows = others.some(
      ({ rounds, writeUnits, readUnits }) =>
        readUnits > readUnitsMax ||
        writeUnits > (smallest?.writeUnits ?? 0) ||
        (READ_UNITS_MAX[name] === undefined && rounds > (smallest?.rounds ?? 0)),
    );
    return grows ? [`${name} costs more from ${sizes[0]} to ${sizes.at(-1)} ${what}`] : [];
  });
}
