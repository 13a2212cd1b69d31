import type { Random } from '../../support/simulator/random.ts';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_START = '01ARZ3ND';

/** Ids in order of time; sometimes with the previous one's sort id. */
export function newIds(random: Random, count: number): string[] {
  let sortId = '';
  return Array.from({ length: count }, (_, i) => {
    if (sortId === '' || !random.chance(0.1)) sortId = `${TIME_START}${DIGITS[i]}000`;
    return `sub_${sortId}${'0'.repeat(13)}${DIGITS[i]}`;
  });
}

/** The order of their writes: roughly by time, with some late ones. */
export function shuffledALittle(random: Random, ids: string[]): string[] {
  const lateness = random.pick([0, 1, 3, 8]);
  const due = new Map(ids.map((id, i) => [id, i + random.next() * lateness]));
  return ids.toSorted((a, b) => (due.get(a) ?? 0) - (due.get(b) ?? 0));
}
