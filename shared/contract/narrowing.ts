import type { Group } from './choices.ts';

/** The part of a workspace that a caller is limited to. Without a list, it is not limited in that respect. */
export interface Narrowing {
  /** The only endpoints of which it sees anything. */
  endpointIds?: string[] | undefined;
  /** The only groups of operations that it may call. */
  allows?: Group[] | undefined;
}

/** Whether a caller with this narrowing may call operations of a group. */
export const allowsGroup = ({ allows }: Narrowing = {}, group: Group): boolean => allows?.includes(group) ?? true;

/** Whether the first narrowing permits no more than the second. */
export const isWithin = (inner: Narrowing = {}, outer: Narrowing = {}): boolean =>
  isSubset(inner.endpointIds, outer.endpointIds) && isSubset(inner.allows, outer.allows);

/** A missing list stands for everything. */
const isSubset = (inner: string[] | undefined, outer: string[] | undefined): boolean =>
  outer === undefined || (inner?.every((each) => outer.includes(each)) ?? false);
