import type { Counts } from './counts.ts';
import type { DirectService } from './directService.ts';
import { type Exploration, explore, type Failure } from './explore.ts';
import { modelProperty } from './modelProperty.ts';
import { documentedProperty, requestsProperty } from './requestsProperty.ts';
import { directModelStage, directStage } from './stages.ts';

export type Suite = (options: Exploration) => Promise<Failure | undefined>;

export const directSuites = (
  service: DirectService,
  counts: Counts,
): Record<'requests' | 'documented' | 'sequences', Suite> => ({
  documented: async (options) => explore(documentedProperty(await directStage(service, counts)), options),
  requests: async (options) => explore(requestsProperty(await directStage(service, counts)), options),
  sequences: (options) => explore(modelProperty(directModelStage(service, counts)), options),
});
