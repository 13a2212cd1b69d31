const LEVELS = ['info', 'warn', 'error', 'log'] as const;

/** What functions write in this process, a line for each log entry and for each metric. */
export class CapturedOutput {
  lines: string[] = [];

  /** Captures from now on. @returns what ends that */
  install(): () => void {
    const real = LEVELS.map((level) => [level, console[level]] as const);
    const { write } = process.stdout;
    for (const level of LEVELS) console[level] = (entry: unknown) => void this.lines.push(JSON.stringify(entry));
    process.stdout.write = (text: unknown) => this.lines.push(String(text)) > 0;
    return () => {
      for (const [level, original] of real) console[level] = original;
      process.stdout.write = write;
    };
  }
}
