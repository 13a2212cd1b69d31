import { ENVIRONMENT } from '../../shared/runtime/environment.ts';

/** An environment in which every function's bundle can be loaded, outside the stack. */
export const FUNCTION_ENVIRONMENT: Record<string, string> = {
  ...Object.fromEntries(Object.values(ENVIRONMENT).map((name) => [name, 'https://example.com'])),
  [ENVIRONMENT.allowedMethods]: '{}',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
};
