/** Replaces the SDK's endpoint discovery in the bundles, which DynamoDB does not need; see bundle.ts. */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
