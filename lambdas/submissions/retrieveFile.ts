import { ApiError } from '../../shared/contract/errors.ts';
import { FILE_URL_VALID_S } from '../../shared/contract/limits.ts';
import { retrieveFile } from '../../shared/contract/operations/files.ts';
import type { ScanState } from '../../shared/contract/schemas/files/submittedFile.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { FileBucket } from '../../shared/files/fileBucket.ts';
import { fileKey } from '../../shared/files/objectKeys.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { submissionOf } from '../../shared/storage/submissions/submissions.ts';

/** The reason for withholding a file, by scan state; undefined for files that are returned. */
const WITHHELD: Partial<Record<ScanState, string>> = {
  infected: 'The file is infected and cannot be downloaded.',
  pending: 'The file has not been scanned yet: try again in a moment, or add unscanned=true.',
  unscannable: 'The file cannot be scanned: add unscanned=true to get it anyway.',
};

export const createHandler = serve(
  retrieveFile,
  async ({ params, query, authenticate }, { bucket }: Dependencies & { bucket: Pick<FileBucket, 'downloadUrl'> }) => {
    const { endpointId, id, fileId } = params;
    const { submission } = await authenticate({
      endpoint: ownedEndpoint(endpointId),
      submission: submissionOf(endpointId, id),
    });
    const file = submission.files?.find((each) => each.id === fileId);
    if (!file) throw new ApiError('NOT_FOUND', 'The submission has no such file.');
    const reason = WITHHELD[file.scan];
    const isAsked = query.unscanned === 'true' && file.scan !== 'infected';
    if (reason !== undefined && !isAsked) throw new ApiError('FORBIDDEN', reason);
    const now = Date.now();
    const url = await bucket.downloadUrl(fileKey(endpointId, id, fileId), file.name, FILE_URL_VALID_S, new Date(now));
    return new CustomResponse(
      { url, expiresAt: formatTime(new Date(now + FILE_URL_VALID_S * 1_000)) },
      { redirectUrl: url },
    );
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['fileBucket'],
  make: ({ fileBucket }) => ({ bucket: FileBucket.named(fileBucket) }),
});
