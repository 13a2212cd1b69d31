/** Replaces the SDK's event streams in the bundles, which no call of the functions uses; see bundle.ts. */
export class EventStreamSerde {
  constructor() {
    throw new Error('no function reads a stream of events');
  }
}
export const eventStreamSerdeProvider = undefined;
