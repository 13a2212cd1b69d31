import type { Step } from '../step.ts';
import { alarmAddress, alarmConfirmation } from './alarms.ts';
import { bootstrap } from './bootstrap.ts';
import { credentials } from './credentials.ts';
import { deploy } from './deploy.ts';
import { failedMail } from './failedMail.ts';
import { mailQuota } from './mailQuota.ts';
import { owner } from './owner.ts';
import { productionAccess } from './productionAccess.ts';
import { recipients } from './recipients.ts';
import { confirmationSender, sender } from './sender.ts';
import { sesPlan } from './sesPlan.ts';
import { stoppedRemoval } from './stoppedRemoval.ts';
import { testSubmission } from './testSubmission.ts';
import { endpoint, workspace } from './workspace.ts';

/** The requirements of a working deployment, in order. */
export const STEPS: readonly Step[] = [
  credentials,
  bootstrap,
  sesPlan,
  sender,
  confirmationSender,
  recipients,
  productionAccess,
  mailQuota,
  alarmAddress,
  deploy,
  stoppedRemoval,
  workspace,
  endpoint,
  owner,
  testSubmission,
  alarmConfirmation,
  failedMail,
];
