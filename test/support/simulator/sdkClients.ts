import type { Intercept, Output, Perform, ServiceCall } from './calls.ts';
import { wireHandler } from './wire.ts';

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

/** Has a client's calls intercepted, each with all of its attempts, as the client was given them. */
export function interceptClient(client: SdkClient, service: ServiceCall['service'], intercept: Intercept): void {
  const middleware: Middleware = (next, { commandName = '' }) => {
    const action = commandName.replace(/Command$/, '');
    return async ({ input: asked }) => {
      let result: Awaited<ReturnType<Next>> = { output: {} };
      const perform: Perform = async ({ input }) => {
        result = await next({ input });
        return result.output;
      };
      const output = await intercept({ service, action, input: asked }, perform);
      return { ...result, output: { $metadata: {}, ...output } };
    };
  };
  client.middlewareStack.add(middleware, { step: 'initialize', priority: 'high' });
}
