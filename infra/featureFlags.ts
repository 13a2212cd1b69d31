import { readFileSync } from 'node:fs';

const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

/**
 * The CDK's feature flags from cdk.json, which its command line hands to the app. Without it, on this machine and in
 * tests, they are given here: so that the same template comes out.
 */
export const FEATURE_FLAGS = Object.fromEntries(
  Object.entries(context).filter(([name]) => name.startsWith('@aws-cdk/')),
);
