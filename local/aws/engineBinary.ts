import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Machine {
  platform: string;
  arch: string;
}

const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch };

/**
 * Finds the embedded engine's program in its npm package.
 * @throws Error with the command that installs it
 */
export function engineBinary(machine = THIS_MACHINE): string {
  const { platform, arch } = machine;
  const program = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const binary = inPackage(`${packageOf(machine)}/${program}`);
  if (binary !== undefined) return binary;
  throw new Error(`The embedded DynamoDB for ${platform}-${arch} is not installed. ${howToInstall(machine)}`);
}

/**
 * Checks that the engine has the tested version: the local cloud reads its database file.
 * @returns the version
 * @throws Error with the command that installs that version
 */
export function checkVersion(binary: string, machine = THIS_MACHINE): string {
  const { stdout, error } = spawnSync(binary, ['--version'], { encoding: 'utf8', windowsHide: true });
  if (error) throw new Error(`The embedded DynamoDB ${binary} cannot be run: ${error.message}`, { cause: error });
  const version = stdout.trim().split(' ').at(-1) || 'unknown';
  if (version === engineVersion()) return version;
  throw new Error(
    `The embedded DynamoDB ${binary} has the version ${version}, not ${engineVersion()}. ${howToInstall(machine)}`,
  );
}

const packageOf = ({ platform, arch }: Machine): string => `@dynoxide/${platform}-${arch}`;

const howToInstall = (machine: Machine): string =>
  `Install it and start again:\n  npm install --no-save ${packageOf(machine)}@${engineVersion()}\n` +
  'Or start any DynamoDB-compatible service and give its address, as docs/local.md says: ' +
  'DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start';

function inPackage(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return undefined;
  }
}

/** The tested version, the same for all platforms' packages. */
function engineVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies['@dynoxide/linux-x64'] ?? 'latest';
}
