import { readFileSync } from 'node:fs';
import { newProgram, runProgram, UsageError } from '../../tools/program.ts';
import { productionLicences } from './licences.ts';

const LOCKFILE = new URL('../../../package-lock.json', import.meta.url);

const program = newProgram(
  'npm run licences',
  'Lists the licences of all packages that the functions and the local service need to run, from package-lock.json, and ' +
    'fails if one of them requires more than a notice.',
  [''],
).action(() => {
  const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  const licences = productionLicences(packages);
  for (const { name, version, licence } of licences) process.stdout.write(`${name} ${version} ${licence}\n`);
  const refused = licences.filter(({ isAllowed }) => !isAllowed);
  if (refused.length === 0) return;
  const list = refused.map(({ name, licence }) => `${name} (${licence})`).join(', ');
  throw new UsageError(`Not on the list of allowed licences, in infra/operator/licences: ${list}`);
});
await runProgram(program);
