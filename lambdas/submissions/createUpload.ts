import { UPLOAD_VALID_S } from '../../shared/contract/limits.ts';
import { createUpload } from '../../shared/contract/operations/files.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { cleanFileName } from '../../shared/files/fileName.ts';
import { declaredType, requirePossible } from '../../shared/files/fileTypes.ts';
import { uploadKey } from '../../shared/files/objectKeys.ts';
import { filesNotTaken, requireSize } from '../../shared/files/uploads.ts';
import { type BucketDependencies, bucketOperationFromEnvironment } from '../../shared/http/bucketDependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireReceiving } from '../../shared/intake/origin.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { endpointNotFound } from '../../shared/storage/endpoints.ts';

export const createHandler = serve(
  createUpload,
  async ({ params, body, headers }, { endpoints, bucket }: BucketDependencies) => {
    const endpoint = await endpoints.findFileSettings(params.endpointId);
    if (!endpoint) throw endpointNotFound();
    requireReceiving(endpoint, headers);
    if (!endpoint.files) throw filesNotTaken();
    const { bytes, field } = body;
    const [name, type] = [cleanFileName(body.name), declaredType(body.type)];
    requirePossible({ name, type }, endpoint.files.types);
    requireSize(bytes, endpoint.files);
    const id = newId('upload');
    const now = Date.now();
    const upload = { key: uploadKey(endpoint.id, id), bytes, type, name, field };
    const form = await bucket.formFor(upload, UPLOAD_VALID_S, new Date(now));
    return { id, ...form, expiresAt: formatTime(new Date(now + UPLOAD_VALID_S * 1_000)) };
  },
);

export const handler = bucketOperationFromEnvironment(createHandler);
