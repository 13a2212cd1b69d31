import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { isThrottled } from '../api/client.ts';
import { isCancelled } from '../api/requestFailed.ts';
import { type ExportFormat, exportFile } from '../submissions/exportFile.ts';
import { EVERYTHING, type Filter } from '../submissions/filter.ts';
import { shareOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { Choice } from '../ui/Choice.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { say } from '../ui/toasts.ts';

const { export: texts } = TEXTS;

interface ExportDialogProps {
  endpoint: Endpoint;
  /** The filter of the list. */
  filter: Filter;
  onClose: () => void;
}

/** Exports submissions as a file. */
export function ExportDialog({ endpoint, filter, onClose }: ExportDialogProps) {
  const format = useSignal<ExportFormat>('csv');
  const extent = useSignal<'shown' | 'all'>('shown');
  const progress = useSignal<{ share: number; count: number } | undefined>(undefined);
  const abort = useMemo(() => new AbortController(), []);
  useEffect(() => () => abort.abort(), []);

  async function start() {
    progress.value = { share: 0, count: 0 };
    try {
      const { file, unreadable } = await exportFile(endpoint.id, extent.value === 'all' ? EVERYTHING : filter, {
        format: format.value,
        signal: abort.signal,
        onProgress: (examined, count) => (progress.value = { share: shareOf(endpoint.id, examined), count }),
      });
      save(file, `${endpoint.slug}-${new Date().toISOString().slice(0, 10)}.${format.value}`);
      if (unreadable.length === 0) say(texts.done);
      else say(texts.incomplete(unreadable), { isProblem: true });
    } catch (error) {
      progress.value = undefined;
      if (!isCancelled(error)) throw error;
    }
  }

  return (
    <FormDialog title={texts.title} submit={texts.start} save={start} onClose={onClose}>
      <fieldset class="stack" disabled={progress.value !== undefined}>
        <Choice
          legend={texts.what}
          name="extent"
          value={extent.value}
          options={{ shown: texts.shown(filter), all: texts.all }}
          onChange={(choice) => (extent.value = choice)}
        />
        <Choice
          legend={texts.format}
          name="format"
          value={format.value}
          options={{ csv: texts.csv, json: texts.json }}
          onChange={(choice) => (format.value = choice)}
        />
      </fieldset>
      {progress.value && (
        <p role="status">
          <progress value={progress.value.share} aria-label={texts.title} />
          <span class="small soft">
            {isThrottled.value ? TEXTS.failure.throttled : texts.progress(progress.value.count)}
          </span>
        </p>
      )}
    </FormDialog>
  );
}

/** Time for the browser to start the download. */
const SAVE_MS = 60_000;

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVE_MS);
}
