import { CsvFile } from './csv.ts';
import { type Exported, exportedOf } from './exported.ts';
import type { Filter } from './filter.ts';
import { findAll } from './search.ts';

export type ExportFormat = 'csv' | 'json';

interface ExportOptions {
  format: ExportFormat;
  signal: AbortSignal;
  /** Called with the number of submissions examined and exported. */
  onProgress: (examined: number, count: number) => void;
}

/**
 * Writes matching submissions to a file, one page of objects in memory at a time.
 * @returns the file, and ids of submissions that cannot be read
 * @throws RequestFailed, and the reason of an aborted `signal`
 */
export async function exportFile(endpointId: string, filter: Filter, options: ExportOptions) {
  const { format, signal, onProgress } = options;
  const file = format === 'csv' ? new CsvFile() : new JsonFile();
  let count = 0;
  const unreadable: string[] = [];
  const find = {
    signal,
    onProgress: (examined: number, ids: readonly string[]) => {
      unreadable.push(...ids);
      onProgress(examined, count);
    },
  };
  for await (const submissions of findAll(endpointId, filter, find)) {
    file.add(submissions.map(exportedOf));
    count += submissions.length;
  }
  return { file: file.finish(), unreadable };
}

class JsonFile {
  readonly #parts: Blob[] = [];

  add(submissions: readonly Exported[]): void {
    const texts = submissions.map(({ facts, ...ordered }) => JSON.stringify({ ...facts, ...ordered }, null, 2));
    if (texts.length > 0) this.#parts.push(new Blob([this.#parts.length > 0 ? ',\n' : '', texts.join(',\n')]));
  }

  finish(): Blob {
    return new Blob(['[\n', ...this.#parts, '\n]\n'], { type: 'application/json' });
  }
}
