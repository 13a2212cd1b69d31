import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { SimulatedCloud, type Surroundings } from '../faults/simulatedCloud.ts';
import { deliveryWalks } from './deliveryWalks.ts';
import { keepingWalks } from './keepingWalks.ts';
import { memberWalks } from './memberWalks.ts';
import { storedWalks } from './storedWalks.ts';
import { World } from './world.ts';

export const WALKS = { ...deliveryWalks, ...storedWalks, ...keepingWalks, ...memberWalks };
export type WalkName = keyof typeof WALKS;

/** The function that dies in a walk. */
const DIES: Record<WalkName, string> = {
  digest: 'notifySubmission',
  lateDigest: 'notifySubmission',
  mailRetries: 'notifySubmission',
  mailGivenUp: 'notifySubmission',
  webhookRetries: 'sendWebhook',
  webhookOff: 'sendWebhook',
  tableOutage: 'notifySubmission',
  waitingConfirmations: 'notifySubmission',
  brake: 'recordMailEvent',
  pending: 'notifySubmission',
  resend: 'answerConfirmation',
  dailySecret: 'createSubmission',
  key: 'verifyKey',
  request: 'createEndpoint',
  index: 'indexSubmissions',
  previousSecret: 'updateWebhook',
  upload: 'createSubmission',
  limit: 'testConfirmation',
  records: 'notifySubmission',
  keptByAge: 'purgeEndpoint',
  spamByAge: 'purgeEndpoint',
  dueUndelivered: 'notifySubmission',
  closing: 'answerConfirmation',
  untilDelivered: 'purgeEndpoint',
  signInCode: 'sendSignInMail',
  session: 'signIn',
  codesOfQuarter: 'requestSignInCode',
  muted: 'muteSignInCodes',
};

/** Walks, with a death after some call or without. @returns how many calls the function has made, and the problems */
export async function walk(surroundings: Surroundings, name: WalkName, deadAfter?: number) {
  const plan = new FaultPlan(deadAfter === undefined ? [] : [[deadAfter, 'killed after']]);
  const cloud = new SimulatedCloud(surroundings, DIES[name], plan);
  await cloud.open();
  cloud.arm();
  const world = new World(cloud);
  await WALKS[name](world);
  return { calls: plan.calls.length, problems: world.problems };
}
