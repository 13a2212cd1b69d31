// Suites that share a local cloud, one after another: starting one with all its functions takes 6 s of processor time.
import './counted/deliveryCosts.ts';
import './counted/credentialMatrix.ts';
import './counted/endpointShares.ts';
import './counted/resourceConsumption.ts';
import './counted/requestCosts.ts';
import './counted/listingCosts.ts';
import './counted/heldSubmissions.ts';
import './counted/narrowedKeys.ts';
import './counted/signInCalls.ts';
// Its deletions cause deliveries, which the suites above would count.
import './counted/narrowedMatrix.ts';
import './counted/roleMatrix.ts';
