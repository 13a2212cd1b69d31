/**
 * The AWS SDK warns on Node.js 20 that its releases of 2027 will need a newer one. The version is pinned, and in
 * AWS the functions run on Node.js 24: on an operator's machine the warning says nothing new.
 */
export const QUIET_SDK = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

Object.assign(process.env, QUIET_SDK);
