import { join } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { newProgram, runProgram, text } from '../tools/program.ts';
import { GROUPS, METHODS, PERMISSIONS, writeOperation } from './operationFiles.ts';

const NEXT_STEPS = `
Next:
1. Fill in the declaration, what its function may use, the words marked FILL IN, the handler and its test.
2. npm run format && npm run docs -- --costs
3. npm run typecheck && npm test
An operation that cannot be repeated also needs scenarios in test/deep/faults.`;

const choice = <Flag extends string, Choice extends string>(flag: Flag, choices: readonly Choice[]) =>
  new Option(flag).choices(choices).makeOptionMandatory();

const program = newProgram(
  'npm run new:operation --',
  'Writes the files of a new operation: declaration, documentation, access, handler and test.',
  ['archiveEndpoint --group endpoints --method PUT --path /v1/endpoint/{id}/archive --permission write'],
)
  .argument('<operationId>', 'such as archiveEndpoint', text)
  .addOption(choice('--group <group>', GROUPS))
  .addOption(choice('--method <method>', METHODS))
  .requiredOption('--path <path>', "in API Gateway's notation", text)
  .addOption(choice('--permission <permission>', PERMISSIONS))
  .option('--root <folder>', 'the repository', join(import.meta.dirname, '../..'))
  .action((id, { root, ...route }) => {
    for (const file of writeOperation(root, { id, ...route })) console.log(file);
    console.log(NEXT_STEPS);
  });
await runProgram(program);
