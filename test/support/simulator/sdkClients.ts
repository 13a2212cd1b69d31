import type { Intercept, Output, Perform, ServiceCall } from './calls.ts';
import { wireHandler } from './wire.ts';

/** The defaults: without them each client searches AWS's configuration again. */
const CONFIGURATION = {
  accountIdEndpointMode: 'preferred' as const,
  authSchemePreference: [] as string[],
  ignoreConfiguredEndpointUrls: true,
  endpointDiscoveryEnabledProvider: async () => undefined,
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
};

const CLIENT = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  // Signatures take an eighth of a call's processor time, and nobody checks them here.
  signer: { sign: async <Request>(request: Request): Promise<Request> => request },
  ...CONFIGURATION,
};

export interface SdkClient {
  middlewareStack: {
    add(middleware: Middleware, options: { step: 'initialize'; priority: 'high' }): void;
  };
}
type Middleware = (next: Next, context: { commandName?: string }) => Next;
type Next = (args: { input: Output }) => Promise<{ output: Output; response?: unknown }>;

/** Responds to a client's attempts; all attempts at a call have the same id. */
export type Respond = (call: ServiceCall, callId: string) => Promise<Output>;

export const sdkConfig = (service: ServiceCall['service'], answer: Respond) => ({
  ...CLIENT,
  requestHandler: wireHandler(service, answer),
});

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
