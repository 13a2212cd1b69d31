import { knownLanguage } from '../../shared/contract/formLanguages.ts';
import { REPLAYED } from '../../shared/contract/headers.ts';
import { createSubmission } from '../../shared/contract/operations/submissions.ts';
import { countryName } from '../../shared/http/countryName.ts';
import { FORM_PARSERS } from '../../shared/http/formBody.ts';
import { intakeFromEnvironment } from '../../shared/http/intakeDependencies.ts';
import { COUNTRY_HEADER, CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { validateSubmission } from '../../shared/receiving/admit.ts';
import { type IntakeDependencies, receiveSubmission } from '../../shared/receiving/receiveSubmission.ts';

export const createHandler = serve(
  createSubmission,
  async ({ params, query, body, content, sourceIp, ...request }, dependencies: IntakeDependencies) => {
    const language = knownLanguage(query.lang);
    const headers: typeof request.headers = { ...request.headers, ...(language && { 'accept-language': language }) };
    const sent = { ...params, ...content, body, headers, sourceIp, location: countryName(headers[COUNTRY_HEADER]) };
    if (query.validate) {
      await validateSubmission(sent, dependencies);
      return new CustomResponse({ issues: [] }, { isValidation: true });
    }
    const { submission, isReplayed, redirectUrl, page } = await receiveSubmission(sent, dependencies);
    return new CustomResponse(submission, { redirectUrl, page, ...(isReplayed && { headers: REPLAYED }) });
  },
  FORM_PARSERS,
);

export const handler = intakeFromEnvironment(createHandler);
