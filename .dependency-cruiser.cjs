/** Allowed imports, checked by `test/unit/layout/imports.test.ts`; docs/architecture.md has them by folder. */
const circular = { from: {}, to: { circular: true } };
const notInto = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    { ...circular, name: 'no-circle-of-files', severity: 'error' },
    { ...circular, name: 'no-circle-of-folders', severity: 'error', scope: 'folder' },
    notInto('shared-stands-alone', '^shared/', '^(infra|lambdas|site|test)/'),
    notInto('functions-use-shared', '^lambdas/', '^(infra|site|test)/'),
    notInto('pages-use-shared', '^site/', '^(infra|lambdas|test)/'),
    notInto('infra-imports-no-function', '^infra/', '^(lambdas|test)/'),
    notInto('dashboard-stays-out-of-server-rooms', '^site/app/', '^shared/(?!contract/|messages/|fields/)'),
    notInto('engine-knows-no-channel', '^shared/deliveries/[^/]+$', '^shared/deliveries/channels/'),
    notInto('contract-stands-alone', '^shared/contract/', '^shared/(?!contract/)'),
    {
      name: 'fits-a-browser',
      severity: 'error',
      from: { path: '^shared/(contract|messages)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'bundled-from-dependencies',
      severity: 'error',
      from: { path: '^(shared|lambdas|site/app)/|^infra/constructs/functions/environmentCredentials' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    notInto('contract-without-sdk', '^shared/contract/', 'node_modules/(?!zod)'),
  ],
  options: {
    parser: 'swc',
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Its parser knows no JSX: `test/unit/layout/dashboard.test.ts` looks at those files.
    exclude: '\\.tsx$',
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
