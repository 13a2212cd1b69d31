/** Stands in for what the SDK loads to read a stream of events, which no call of the functions answers; see bundle.ts. */
export class EventStreamSerde {
  constructor() {
    throw new Error('no function reads a stream of events');
  }
}
export const eventStreamSerdeProvider = undefined;
