import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { ACKNOWLEDGED_RULES } from '../../../infra/acknowledgements.ts';
import { addChecks } from '../../../infra/checks.ts';
import { FEATURE_FLAGS } from '../../../infra/featureFlags.ts';
import { FormsStack } from '../../../infra/formsStack.ts';
import { readSettings } from '../../../infra/readSettings.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { SETTINGS } from '../../support/cloud/stack.ts';
import { EVERYTHING, RESTORED_STREAM } from '../../support/settings.ts';

const SYNTHESIS_TIMEOUT_MS = 120_000;

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

/** An app with the checks of `npm run synth` and `npm run deploy`: cdk-nag's rules and CloudFormation's. */
function checkedApp(): App {
  const app = new App({ outdir: folder, analyticsReporting: false, context: FEATURE_FLAGS });
  addChecks(app);
  return app;
}

function appWith(settings: Record<string, unknown>): App {
  const app = checkedApp();
  const given: Record<string, unknown> = { ...SETTINGS, ...settings };
  const read = readSettings(given);
  new FormsStack(app, read.stackName, read);
  return app;
}

const SETTINGS_OF_STACKS: Record<string, Record<string, unknown>> = {
  'as it is': {},
  'with everything': EVERYTHING,
  'of another stage': { stage: 'staging', retainData: false },
  'on a restored table': { tableStreamArn: RESTORED_STREAM },
};

const KINDS = Object.keys(SETTINGS_OF_STACKS);

let apps: App[];
beforeAll(() => {
  apps = KINDS.map((kind) => appWith(SETTINGS_OF_STACKS[kind] ?? {}));
}, SYNTHESIS_TIMEOUT_MS);

describe('checks during synthesis', () => {
  test.each(KINDS)(
    'accepts the stack %s',
    (kind) => {
      expect(() => apps[KINDS.indexOf(kind)]?.synth()).not.toThrow();
    },
    SYNTHESIS_TIMEOUT_MS,
  );

  test('reports a violation without an acknowledgement', () => {
    const app = checkedApp();
    new Bucket(new Stack(app, 'Other'), 'Bucket');
    expect(() => app.synth()).toThrow();
  });
});

/** Every finding of both packs, acknowledged or not, as `rule` or `rule[what]` at the path of a resource. */
function findingsIn(scope: IConstruct): { id: string; path: string }[] {
  return [new AwsSolutionsChecks(), new ServerlessChecks()].flatMap((pack) => {
    Object.assign(pack, { isAcknowledged: () => false });
    return pack
      .validateScope(scope)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ id: ruleName, path: constructPath ?? '' })),
      );
  });
}

interface Acknowledged {
  id: string;
  reason: string;
  path: string;
}

const acknowledgedIn = (scope: IConstruct): Acknowledged[] =>
  scope.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) =>
          Object.entries(data as Record<string, string>).map(([id, reason]) => ({
            id: id.replace(/^annotation::/i, ''),
            reason,
            path: node.path,
          })),
        ),
    );

describe('acknowledged violations', () => {
  test('concern at most fifteen rules, each with its reason', () => {
    const rules = new Set(apps.flatMap(acknowledgedIn).map(({ id }) => id.replace(/\[.*$/, '')));
    expect(rules.size).toBeLessThanOrEqual(15);
    expect([...rules].sort()).toEqual(Object.keys(ACKNOWLEDGED_RULES).sort());
    for (const { reason } of apps.flatMap(acknowledgedIn)) expect(reason).toMatch(/^.{40,}\.$/);
  });

  test('still occur: each acknowledgement is needed', () => {
    for (const app of apps) {
      const findings = findingsIn(app);
      for (const { id, path } of acknowledgedIn(app)) {
        const found = findings.filter((finding) => finding.id === id && `${finding.path}/`.startsWith(`${path}/`));
        expect({ id, path, found: found.length > 0 }).toEqual({ id, path, found: true });
      }
    }
  });

  test('include wildcards only by full name', () => {
    const wildcards = apps.flatMap(acknowledgedIn).filter(({ id }) => id.startsWith('AwsSolutions-IAM5'));
    for (const { id } of wildcards) expect(id).toMatch(/^AwsSolutions-IAM5\[Resource::.+\]$/);
  });
});
