/**
 * Turns off the SDK's warning on Node.js 20 that releases from 2027 on need a newer version. The SDK is pinned, and
 * functions run on Node.js 24.
 */
export const QUIET_SDK = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

Object.assign(process.env, QUIET_SDK);
