const LEVELS = ['info', 'warn', 'error', 'log'] as const;

/** The output of functions in this process, a line for each log entry and metric. */
export class CapturedOutput {
  lines: string[] = [];

  /**
   * Starts capturing.
   * @returns a function that stops it
   */
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
