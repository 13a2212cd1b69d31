import { fromEnv } from '@aws-sdk/credential-provider-env';

/** Stands in for the SDK's default credential chain in the bundles; see bundle.ts. */
export const defaultProvider = () => fromEnv();
