/**
 * Timeouts for an AWS client. Without `throwOnRequestTimeout`, the SDK only warns and keeps waiting.
 * @param attemptMs longest wait for a response, and for each further part of it
 */
export const requestTimeouts = (attemptMs: number) => ({
  connectionTimeout: Math.min(attemptMs, 1_000),
  requestTimeout: attemptMs,
  socketTimeout: attemptMs,
  throwOnRequestTimeout: true,
});
