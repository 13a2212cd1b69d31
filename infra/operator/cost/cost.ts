import { Option } from '@commander-js/extra-typings';
import { newProgram, print, runProgram, UsageError } from '../../tools/program.ts';
import { READ_PAGE } from './measured.ts';
import { workloadOf } from './workload.ts';

const DEFAULTS = workloadOf(0);

const program = newProgram(
  'npm run cost --',
  'Estimates what the stack costs in a month, with the setting monitoring at essential and at full.',
  ['--submissions 10000 --recipients 2'],
)
  .addOption(number('--submissions <n>', 'submissions').makeOptionMandatory())
  .addOption(number('--recipients <n>', `recipients per submission (default: ${DEFAULTS.recipients})`))
  .addOption(number('--webhooks <n>', `webhooks per submission (default: ${DEFAULTS.webhooks})`))
  .addOption(number('--size <bytes>', `bytes of data per submission (default: ${DEFAULTS.size})`))
  .addOption(number('--reads <n>', `pages of ${READ_PAGE.items} that are read (default: each submission twice)`))
  .addOption(number('--months <n>', `months for which submissions are kept (default: ${DEFAULTS.months})`))
  .addOption(number('--files <n>', `files per submission (default: ${DEFAULTS.files})`))
  .addOption(number('--file-bytes <n>', `bytes of each file (default: ${DEFAULTS.fileBytes})`))
  .addOption(number('--opens <n>', `downloads of each file (default: ${DEFAULTS.opens})`))
  .option('--scan', 'with the setting scanFiles')
  .option('--json', 'print JSON')
  .action(async (options) => {
    // Loaded late, so that `--help` and a wrong option respond at once.
    const { costReport } = await import('./costReport.ts');
    print(await costReport(options));
  });
await runProgram(program);

function number<Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((value) => {
    if (/^\d{1,12}$/.test(value)) return Number(value);
    throw new UsageError(`${flags.split(' ')[0]} must be a whole number, 0 or more.`);
  });
}
