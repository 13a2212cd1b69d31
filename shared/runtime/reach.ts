export interface Reach {
  /** Allows loopback addresses and plain http; local cloud only. */
  allowLoopback: boolean;
  /** Ports of the local cloud's tools, which no webhook may reach. */
  closedPorts?: readonly string[];
}

/**
 * Reach for the local cloud, the only one that sets this variable.
 * @param loopbackReceivers ports of its tools, separated by commas
 */
export const reachOf = (loopbackReceivers: string | undefined): Reach => ({
  allowLoopback: loopbackReceivers !== undefined,
  closedPorts: loopbackReceivers?.split(',') ?? [],
});
