import '../../infra/tools/quietSdk.ts';
import { writeFileSync } from 'node:fs';
import { newDataFolder, removeFolder, startCloud, UNPACED } from '../support/cloud/cloudProcess.ts';
import { COSTS_FILE, measureCosts } from '../support/cloud/costs.ts';
import { staleFiles } from './parts.ts';

/** Writes what documents derive from code; with `--costs` also what requests cost, measured on a local cloud. */
for (const { file, text } of await staleFiles()) {
  writeFileSync(file, text);
  console.log(file);
}

if (process.argv.includes('--costs')) {
  const data = newDataFolder();
  const cloud = await startCloud(data, ...UNPACED);
  try {
    writeFileSync(COSTS_FILE, `${JSON.stringify(await measureCosts(cloud.outputs), null, 2)}\n`);
  } finally {
    await cloud.end('SIGTERM');
    removeFolder(data);
  }
}
