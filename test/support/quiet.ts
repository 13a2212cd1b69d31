import '../../infra/quietSdk.ts';
