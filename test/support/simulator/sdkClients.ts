import type { Intercept, Output, Perform, ServiceCall } from './calls.ts';
import { callOf, decodeOutput, encodeInput, encodeOutput, wireHandler } from './wire.ts';

const CLIENT = { region: 'eu-west-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

/** What of the SDK's middleware stack is used here. */
export interface SdkClient {
  middlewareStack: {
    add(middleware: Middleware, options: { step: 'initialize'; priority: 'high' }): void;
  };
}
type Middleware = (next: Next, context: { commandName?: string }) => Next;
type Next = (args: { input: Output }) => Promise<{ output: Output; response?: unknown }>;

/** What answers the attempts of clients at their calls; the id is the same for all attempts at one call. */
export type Answer = (call: ServiceCall, callId: string) => Promise<Output>;

/** Configures one of the SDK's clients, with all of its own ways but for what carries its requests. */
export const sdkConfig = (service: ServiceCall['service'], answer: Answer) => ({
  ...CLIENT,
  requestHandler: wireHandler(service, answer),
});

/** Has a client's calls intercepted, each with all of its attempts, with plain values; a batch's are as the SDK has them. */
export function interceptClient(client: SdkClient, service: ServiceCall['service'], intercept: Intercept): void {
  const middleware: Middleware = (next, { commandName = '' }) => {
    const action = commandName.replace(/Command$/, '');
    return async ({ input: asked }) => {
      const isBatch = asked.RequestItems !== undefined;
      let result: Awaited<ReturnType<Next>> = { output: {} };
      const perform: Perform = async ({ input }) => {
        result = await next({ input: isBatch ? input : encodeInput(service, input) });
        return isBatch ? result.output : decodeOutput(service, result.output);
      };
      const call = isBatch ? { service, action, input: asked } : callOf(service, action, asked);
      const output = await intercept(call, perform);
      return { ...result, output: { $metadata: {}, ...(isBatch ? output : encodeOutput(call, output)) } };
    };
  };
  client.middlewareStack.add(middleware, { step: 'initialize', priority: 'high' });
}
