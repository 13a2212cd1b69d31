import { fileURLToPath } from 'node:url';
import config from '../../jest.config.js';

/** The long forms of suites that `npm test` only samples, and suites that are too slow for it. */
process.env.FORMS_TEST_SIZE = 'long';

const LONG = [
  'deep/**',
  'service/browser/dashboard/everyAction',
  'service/browser/dashboard/everyView',
  'service/browser/dashboard/files',
  'service/browser/everyPage',
  'service/browser/fileForms',
  'service/browser/formPages',
  'service/counted',
  'service/local/lifecycle',
  'service/mcp/tools',
  'service/notifications/containment',
  'service/operator/deployCommands',
  'service/operator/erase',
  'service/operator/smokeRights',
  'service/pageIndex/truth',
  'unit/infra/operator/setup/faults',
  'unit/infra/operator/setup/removal',
  'unit/infra/rules',
  'unit/shared/deliveries/channels/confirmation/flood',
  'unit/shared/deliveries/channels/mail/coverage',
  'unit/shared/fields/pattern/pattern',
  'unit/infra/operator/erase/person/erasePerson',
  'unit/shared/removal/ageRemoval',
  'unit/shared/spamFilter/learnedFilter',
  'unit/shared/messages/formats/limits',
  'unit/shared/messages/formats/messages',
  'unit/shared/messages/formats/template',
  'unit/site/webhookExamples',
];

const rootDir = fileURLToPath(new URL('../..', import.meta.url));

export default {
  ...config,
  rootDir,
  projects: config.projects.map((project) => ({
    ...project,
    rootDir,
    testMatch: LONG.filter((name) => name.startsWith(project.displayName)).map(
      (name) => `<rootDir>/test/${name}${name.endsWith('*') ? '/*' : ''}.test.ts`,
    ),
    testPathIgnorePatterns: [],
  })),
};
