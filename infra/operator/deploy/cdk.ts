import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS_OUTPUT } from '../../settings.ts';
import { parseSettings, type RecordedSettings } from './lostSettings.ts';

/** The CDK's command line, of the exact version that package.json names. npm runs scripts in the project's folder. */
const CDK = join('node_modules', 'aws-cdk', 'bin', 'cdk');

/**
 * Runs the CDK's command line in this terminal.
 * @returns its exit status
 */
export async function runCdk(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [CDK, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches it without this program, which waits for its end.
  const stayAlive = () => undefined;
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', stayAlive).on('SIGTERM', end);
  const [code] = await once(child, 'close');
  process.off('SIGINT', stayAlive).off('SIGTERM', end);
  return code ?? 1;
}

interface Manifest {
  artifacts: Record<string, { type: string; properties?: { templateFile?: string } }>;
}

/** The settings of the stack that was synthesized into a folder. */
export function synthesizedSettings(folder: string): RecordedSettings {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { artifacts }: Manifest = read('manifest.json');
  const stack = Object.values(artifacts).find(({ type }) => type === 'aws:cloudformation:stack');
  const settings = parseSettings(read(stack?.properties?.templateFile ?? '').Outputs[SETTINGS_OUTPUT].Value);
  if (!settings) throw new Error(`the template in ${folder} records no settings`);
  return settings;
}
