// Runs programs one after another in this process, for commands.ts: `node callPrograms.js '[["<bundle>", "--help"], …]'`.
// Prints what each printed, with its exit code.

const streams = { stdout: process.stdout, stderr: process.stderr };
const write = process.stdout.write.bind(process.stdout);
const ended = [];
for (const [program, ...args] of JSON.parse(process.argv[2])) {
  const printed = { stdout: '', stderr: '' };
  for (const [name, stream] of Object.entries(streams))
    stream.write = (text) => {
      printed[name] += text;
      return true;
    };
  process.argv = [process.execPath, program, ...args];
  // With a query of its own, a module runs again.
  await import(`${program}?${ended.length}`);
  ended.push({ code: process.exitCode ?? 0, ...printed });
  process.exitCode = 0;
}
write(JSON.stringify(ended));
