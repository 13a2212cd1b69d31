import { Annotations, App } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { FormsStack } from './formsStack.ts';
import { readSettings } from './readSettings.ts';
import { checkRegion } from './regions.ts';

/** Placeholder for the required setting in commands that do not need it: `cdk list`, `bootstrap` and `destroy`. */
const NO_SENDER = { senderAddress: 'sender-address-is-missing@example.com' };

const app = new App();
addChecks(app);
try {
  const settings = readSettings(app.node.getAllContext(), NO_SENDER);
  checkRegion(process.env.CDK_DEFAULT_REGION ?? 'us-east-1', settings, process.env.CDK_DEFAULT_ACCOUNT);
  const stack = new FormsStack(app, settings.stackName, settings);
  if (settings.senderAddress === NO_SENDER.senderAddress) {
    Annotations.of(stack).addError('The setting senderAddress is missing: set it in the "context" of cdk.json.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
