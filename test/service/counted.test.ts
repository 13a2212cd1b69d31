// Suites that share a local cloud, one after another: starting one with all its functions takes 6 s of processor time.
import './local/notificationCost.ts';
import './security/credentialMatrix.ts';
import './security/endpointShares.ts';
import './security/resourceConsumption.ts';
import './local/cost.ts';
import './pageIndex/cost.ts';
import './spam/held.ts';
