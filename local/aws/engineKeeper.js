import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

/**
 * Ends a program when standard input closes, that is, when the starting process ends for any reason. A separate program
 * in plain JavaScript, because nothing else survives `kill -9` on every platform. A file has the program's process id,
 * so that the next start finds it if this process is killed.
 */
const [pidFile = '', program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
child.on('spawn', () => writeFileSync(pidFile, String(child.pid), { mode: 0o600 }));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  rmSync(pidFile, { force: true });
  if (signal) console.error(`\nIt was ended by ${signal}.`);
  process.exit(code ?? 1);
});

const end = () => child.kill();
process.stdin.on('close', end).on('error', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
