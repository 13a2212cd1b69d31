import { App } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { FormsStack } from './formsStack.ts';
import { readSettings } from './settings.ts';

const app = new App();
addChecks(app);
try {
  const settings = readSettings((name) => app.node.tryGetContext(name));
  new FormsStack(app, settings.stackName, settings);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
