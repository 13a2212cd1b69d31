import '../../../infra/tools/quietSdk.ts';
import { readFileSync } from 'node:fs';
import { type Call, statementsOf } from '../../../local/functions/policy.ts';
import { EVERYTHING } from '../../support/settings.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';
import { isNoticed, mutantsOf } from './mutants.ts';
import { serviceCallsOf } from './serviceCalls.ts';

/**
 * Takes each action, resource, condition and value of a condition out of each function's policy in turn, and prints
 * those that no call misses: of those that tests recorded (FORMS_TEST_CALLS), in the file that is the argument, and of
 * those that AWS Lambda makes for the function.
 */
const [, , file = ''] = process.argv;
const recorded = readFileSync(file, 'utf8')
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
process.stdout.write(`${[...survivors, `${count} mutants, ${survivors.length} that no test notices`].join('\n')}\n`);
process.exit(survivors.length === 0 ? 0 : 1);
