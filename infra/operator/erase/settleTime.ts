/**
 * Functions end within 60 s, plus a margin for clocks: after this time no invocation that started before the endpoints'
 * removal writes. Queued messages write nothing for a deleted endpoint.
 */
export const SETTLE_MS = 75_000;
