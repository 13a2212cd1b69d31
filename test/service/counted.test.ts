// Suites that share a cloud, one after another: starting one, with all functions, takes 6 s of processor time.
import './local/notificationCost.ts';
import './security/credentialMatrix.ts';
import './security/resourceConsumption.ts';
import './local/cost.ts';
import './pageIndex/cost.ts';
