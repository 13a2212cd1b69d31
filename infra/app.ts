import { Annotations, App, CfnParameter, Validations } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { FormsStack } from './formsStack.ts';
import { checkRegion } from './regions.ts';
import { readSettings } from './settings.ts';

/**
 * Placeholder for the required setting in commands that do not need it: `cdk list`, `bootstrap`, `diff` and `destroy`.
 */
const NO_SENDER = { senderAddress: 'sender-address-is-missing@example.com' };

const app = new App();
addChecks(app);
try {
  const settings = readSettings((name) => app.node.tryGetContext(name), NO_SENDER);
  checkRegion(process.env.CDK_DEFAULT_REGION ?? 'us-east-1', settings);
  const stack = new FormsStack(app, settings.stackName, settings);
  if (settings.senderAddress === NO_SENDER.senderAddress) keepFromDeployment(stack);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Adds a parameter without a value, which fails `cdk deploy` but no other command. */
function keepFromDeployment(stack: FormsStack): void {
  const hint = 'give it in the "context" of cdk.json or with --context senderAddress=forms@example.com';
  Annotations.of(stack).addWarningV2('senderAddress', `The setting senderAddress is missing: ${hint}.`);
  Validations.of(stack).acknowledge({
    id: 'CloudFormation-Validate::W2001',
    reason: 'It has no value on purpose, so that `cdk deploy` fails.',
  });
  new CfnParameter(stack, 'senderAddress', {
    description: 'The setting senderAddress is missing.',
    // Matches no value: the setting comes from the context, not from a parameter.
    allowedPattern: '^(?!)$',
    constraintDescription: hint,
  });
}
