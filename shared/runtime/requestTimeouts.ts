/**
 * The settings by which an AWS client ends an attempt that gets no answer. Without `throwOnRequestTimeout` the SDK only
 * warns and waits on.
 * @param attemptMs longest wait for an answer, and for each further part of it
 */
export const requestTimeouts = (attemptMs: number) => ({
  connectionTimeout: Math.min(attemptMs, 1_000),
  requestTimeout: attemptMs,
  socketTimeout: attemptMs,
  throwOnRequestTimeout: true,
});
