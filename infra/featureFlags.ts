import { readFileSync } from 'node:fs';

const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

/**
 * The CDK's feature flags from cdk.json. The `cdk` command passes them itself; tests and the local service pass these,
 * so that the template is the same.
 */
export const FEATURE_FLAGS = Object.fromEntries(
  Object.entries(context).filter(([name]) => name.startsWith('@aws-cdk/')),
);
