import type { Operation } from '../../../shared/contract/operations/index.ts';

export type Fields = Record<string, unknown>;

export interface Call {
  operation: Operation;
  secret: string;
  endpointId: string;
  id: string;
  body: Fields;
  page: { page: number; limit: number };
}

export interface Outcome {
  status: number;
  json: Fields;
  secret: string | undefined;
  from: Date;
  to: Date;
}

export const text = (value: unknown): string => JSON.stringify(value);

export const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

export const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

export function expectError({ status, json }: Outcome, expected: number, code: string): string | undefined {
  if (status === expected && json.code === code) return undefined;
  return `${status} ${text(json)} instead of ${expected} ${code}`;
}

export function expectResponse(outcome: Outcome, status: number, json: unknown): string | undefined {
  if (outcome.status === status && isSame(outcome.json, json)) return undefined;
  return `${outcome.status} ${text(outcome.json)} instead of ${status} ${text(json)}`;
}

export const notFound = (outcome: Outcome) => expectError(outcome, 404, 'NOT_FOUND');

export function expectPage(
  { call, outcome }: { call: Call; outcome: Outcome },
  name: string,
  all: Fields[],
): string | undefined {
  const { page, limit } = call.page;
  const totalPages = Math.max(1, Math.ceil(all.length / limit));
  if (page > totalPages) return notFound(outcome);
  const shown = all.slice((page - 1) * limit, page * limit);
  return expectResponse(outcome, 200, { _metadata: { totalPages, page, itemsPerPage: limit }, [name]: shown });
}

export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
