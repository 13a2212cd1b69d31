import '../../../infra/tools/quietSdk.ts';
