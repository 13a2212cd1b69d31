/** Where webhooks may be sent. */
export interface Reach {
  /** Whether this machine may be reached, and http may be spoken. Only the local cloud allows it. */
  allowLoopback: boolean;
  /** Ports that no webhook may be sent to: the local cloud's own tools. */
  closedPorts?: readonly string[];
}

/**
 * What the local cloud allows, which nothing else sets.
 * @param loopbackReceivers ports of its tools, with commas between them
 */
export const reachOf = (loopbackReceivers: string | undefined): Reach => ({
  allowLoopback: loopbackReceivers !== undefined,
  closedPorts: loopbackReceivers?.split(',') ?? [],
});
