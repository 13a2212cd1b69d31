import '../../../infra/tools/quietSdk.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, statementsOf } from '../../../local/functions/policy.ts';
import { functionsOf, synthesizeStack } from '../../support/cloud/stack.ts';
import { EVERYTHING } from '../../support/settings.ts';
import { isNoticed, mutantsOf } from './mutants.ts';
import { serviceCallsOf } from './serviceCalls.ts';
import { judge } from './unneeded.ts';

/** Tests in which functions run under their policies; each runs the same in every run. */
const TESTS = [
  'test/unit/lambdas',
  'test/unit/shared/deliveries',
  'test/unit/shared/probe',
  'test/deep/faults',
  'test/deep/fuzz',
  'test/deep/later',
  'test/deep/rights',
  'test/deep/schedules',
];

/**
 * Takes each action, resource, condition and value of a condition out of each function's policy in turn, and prints
 * those that no call misses: of those that tests make, and of those that AWS Lambda makes for the function. Runs the
 * tests, or takes the calls from a file that `FORMS_TEST_CALLS` named in an earlier run.
 */
const [, , given] = process.argv;
const recorded = (given === undefined ? record() : readFileSync(given, 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Call & { name: string });
const stack = await synthesizeStack(EVERYTHING);
const survivors: string[] = [];
let count = 0;
for (const each of functionsOf(stack)) {
  const { name, properties } = each;
  const statements = statementsOf(stack.template, properties.Role.split('/').at(-1) ?? '');
  const calls = [...recorded.filter((call) => call.name === name), ...serviceCallsOf(stack, each)];
  for (const mutant of mutantsOf(statements)) {
    const before = statements[mutant.position];
    count++;
    if (before && !isNoticed(mutant, before, calls)) survivors.push(`${name}: ${mutant.name}`);
  }
}
const { lines, isWrong } = judge(survivors);
process.stdout.write(`${[...lines, `${count} mutants, ${survivors.length} that no test notices`].join('\n')}\n`);
process.exit(isWrong ? 1 : 0);

/** The calls that functions make in tests, as lines of JSON. Ends the process if a test fails. */
function record(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forms-rights-'));
  const file = join(folder, 'calls');
  try {
    const env = { ...process.env, FORMS_TEST_CALLS: file };
    const { status } = spawnSync('npm', ['test', '--', ...TESTS], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) process.exit(1);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
