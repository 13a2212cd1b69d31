import { UPLOAD_VALID_S } from '../../shared/contract/limits.ts';
import { createUpload } from '../../shared/contract/operations/files.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { FileBucket } from '../../shared/files/fileBucket.ts';
import { cleanFileName } from '../../shared/files/fileName.ts';
import { declaredType, requirePossible } from '../../shared/files/fileTypes.ts';
import { uploadKey } from '../../shared/files/objectKeys.ts';
import { filesNotTaken, requireSize } from '../../shared/files/uploads.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import type { CaptchaDependencies } from '../../shared/receiving/captcha/captcha.ts';
import { afterCaptcha } from '../../shared/receiving/captcha/captcha.ts';
import { SiteVerifier } from '../../shared/receiving/captcha/siteVerify.ts';
import { disabled, requireReceiving } from '../../shared/receiving/requireReceiving.ts';
import { limitsOf, tooManyToForm } from '../../shared/receiving/throttle.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { RateLimits } from '../../shared/storage/counters/rateLimits.ts';
import { endpointNotFound } from '../../shared/storage/endpoints/endpoints.ts';

interface UploadDependencies extends Dependencies {
  verifier: CaptchaDependencies['verifier'];
  bucket: Pick<FileBucket, 'uploadUrl'>;
  rateLimits: Pick<RateLimits, 'isReached' | 'count'>;
  uploadsPerSecond: number;
}

export const createHandler = serve(
  createUpload,
  async ({ params: { endpointId }, body, headers }, dependencies: UploadDependencies) => {
    const { endpoints, bucket, rateLimits, uploadsPerSecond } = dependencies;
    const now = Date.now();
    const { own, all } = limitsOf('uploads', endpointId, uploadsPerSecond, now);
    const reads = [
      endpoints.findFileSettings(endpointId),
      rateLimits.isReached(own),
      rateLimits.isReached(all),
    ] as const;
    const [endpoint, ...areReached] = await Promise.all(reads);
    if (!endpoint) throw endpointNotFound();
    requireReceiving(endpoint, headers);
    if (!endpoint.files) throw filesNotTaken();
    const [name, type] = [cleanFileName(body.name), declaredType(body.type)];
    requirePossible({ name, type }, endpoint.files.types);
    requireSize(body.bytes, endpoint.files);
    // Before the captcha, whose response is single-use.
    if (areReached.includes(true)) throw tooManyToForm(now);
    if (await endpoints.isFull(endpoint)) throw disabled(endpoint);
    return afterCaptcha({ ...endpoint, files: endpoint.files }, body.captcha, dependencies, async (pass) => {
      // Own limit first: a request beyond it does not count against other endpoints.
      if (!(await rateLimits.count(own)) || !(await rateLimits.count(all))) throw tooManyToForm(now);
      const id = newId('upload');
      const upload = { key: uploadKey(endpoint.id, id), bytes: body.bytes, type, name, field: body.field };
      const address = await bucket.uploadUrl(upload, UPLOAD_VALID_S, new Date(now));
      return { id, ...address, expiresAt: formatTime(new Date(now + UPLOAD_VALID_S * 1_000)), pass };
    });
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['captchaStandIn', 'fileBucket', 'uploadsPerSecond'],
  make: ({ captchaStandIn, fileBucket, uploadsPerSecond }, table) => ({
    verifier: new SiteVerifier(captchaStandIn),
    bucket: FileBucket.named(fileBucket),
    rateLimits: new RateLimits(table),
    uploadsPerSecond,
  }),
});
