import { close, listen } from '../../../local/http/ports.ts';
import { SignInCodes } from '../../../local/signIn/signInCodes.ts';
import { createSite } from '../../../local/site.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { outputs } from '../cloud/sharedCloud.ts';

export interface SignInSite {
  url: string;
  codes: SignInCodes;
  newLink: (workspace: { key: string }) => { code: string; path: string; url: string };
  wait: (ms: number) => void;
  close: () => Promise<void>;
}

/** @param isLocal whether to render it as a local service does */
export async function openSignInSite(isLocal = true): Promise<SignInSite> {
  let aheadMs = 0;
  const codes = new SignInCodes(() => Date.now() + aheadMs);
  const { apiUrl, endpointId } = outputs();
  const server = createSite(() => ({ apiUrl, ...(isLocal && { demoEndpointId: endpointId }) }), codes);
  const url = await listen(server, 0);
  return {
    url,
    codes,
    newLink({ key }) {
      const code = codes.issue({ apiKey: key });
      return { code, path: `#code=${code}`, url: `${url}${DASHBOARD_PATH}#code=${code}` };
    },
    wait(ms) {
      aheadMs += ms;
    },
    close: () => close(server),
  };
}
