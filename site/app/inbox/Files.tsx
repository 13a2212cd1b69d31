import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { labelsOf } from '../../../shared/messages/labels.ts';
import { printable } from '../../../shared/messages/outline.ts';
import { call } from '../api/client.ts';
import { TEXTS } from '../texts/texts.ts';
import { complain } from '../ui/toasts.ts';

const { files: texts } = TEXTS;

interface FilesProps {
  endpoint: Endpoint;
  id: string;
  files: readonly SubmittedFile[];
}

/** The files of a submission, with names chosen by the sender. Infected ones cannot be downloaded. */
export function Files({ endpoint, id, files }: FilesProps) {
  const labelOf = labelsOf(
    files.map(({ field }) => field),
    endpoint.fields,
  );
  return (
    <dl class="fields">
      <div class="field">
        <dt class="small soft">{texts.title}</dt>
        <dd>
          <ul class="outline files">
            {files.map((file) => (
              <li key={file.id}>
                {file.scan === 'infected' ? (
                  <bdi>{printable(file.name)}</bdi>
                ) : (
                  <button
                    type="button"
                    class="link"
                    title={texts.download}
                    onClick={() => void download({ endpointId: endpoint.id, id, fileId: file.id })}
                  >
                    <bdi>{printable(file.name)}</bdi>
                  </button>
                )}
                <p class="small soft">
                  <bdi title={file.field}>{printable(labelOf(file.field))}</bdi> · {texts.size(file.bytes)} ·{' '}
                  <span class={file.scan === 'infected' ? 'tag is-failed' : undefined}>{texts.scan[file.scan]}</span>
                </p>
              </li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

/** Navigates to the file's URL, which the browser downloads. The scan's result is next to the name. */
async function download(params: Record<string, string>): Promise<void> {
  try {
    location.assign((await call('retrieveFile', { params, query: { unscanned: 'true' } })).url);
  } catch (error) {
    complain(error);
  }
}
