import '../../infra/tools/quietSdk.ts';
import { writeFileSync } from 'node:fs';
import { newDataFolder, removeFolder, startCloud, UNPACED } from '../support/cloud/cloudProcess.ts';
import { COSTS_FILE, measureCosts } from '../support/cloud/costs.ts';
import { staleFiles } from './parts.ts';

/**
 * Writes what documents derive from code; with `--costs` also what requests cost, measured on a local cloud. Writes
 * nothing if a part fails.
 */
const files: { file: string | URL; text: string }[] = await staleFiles();
if (process.argv.includes('--costs')) files.push({ file: COSTS_FILE, text: await costsText() });
for (const { file, text } of files) {
  writeFileSync(file, text);
  console.log(`${file}`);
}

async function costsText(): Promise<string> {
  const data = newDataFolder();
  const cloud = await startCloud(data, ...UNPACED);
  try {
    return `${JSON.stringify(await measureCosts(cloud.outputs), null, 2)}\n`;
  } finally {
    await cloud.end('SIGTERM');
    removeFolder(data);
  }
}
