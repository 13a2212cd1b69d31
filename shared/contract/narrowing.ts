import type { Group, Permission } from './choices.ts';

/** The part of a workspace that a caller is limited to. Without a list, it is not limited in that respect. */
export interface Narrowing {
  /** The only endpoints of which it sees anything. */
  endpointIds?: string[] | undefined;
  /** The only groups of operations that it may call. */
  allows?: Group[] | undefined;
}

/** Everything that limits a key in its workspace, except its expiry. */
export interface Rights {
  permission: Permission;
  narrowing?: Narrowing | undefined;
}

/** Whether a caller with this narrowing may call operations of a group. */
export const allowsGroup = ({ allows }: Narrowing = {}, group: Group): boolean => allows?.includes(group) ?? true;

/** Whether a key with the first rights may do no more than one with the second. */
export const permitsNoMore = (inner: Rights, outer: Rights): boolean =>
  (outer.permission === 'write' || inner.permission === 'read') && isPartOf(inner.narrowing, outer.narrowing);

/** Whether the first narrowing permits no more than the second. */
export const isPartOf = (inner: Narrowing = {}, outer: Narrowing = {}): boolean =>
  isSubset(inner.endpointIds, outer.endpointIds) && isSubset(inner.allows, outer.allows);

/** A missing list stands for everything. */
const isSubset = (inner: string[] | undefined, outer: string[] | undefined): boolean =>
  outer === undefined || (inner?.every((each) => outer.includes(each)) ?? false);
