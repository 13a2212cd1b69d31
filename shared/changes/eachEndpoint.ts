export interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

export function byEndpoint<T extends { endpointId: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(one.endpointId);
    if (group) group.push(one);
    else groups.set(one.endpointId, [one]);
  }
  return groups;
}

/** Processes endpoints in parallel; a failure of one does not affect the others. */
export const eachEndpoint = <T extends { endpointId: string }>(
  all: readonly T[],
  work: (endpointId: string, ofEndpoint: T[]) => Promise<unknown>,
): Promise<EndpointOutcome[]> =>
  Promise.all(
    [...byEndpoint(all)].map(async ([endpointId, ofEndpoint]) => {
      try {
        await work(endpointId, ofEndpoint);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
