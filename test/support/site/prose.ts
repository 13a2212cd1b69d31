/** A tenant's letter to a landlord. */
const TEXT = `Hello, my name is Maria Fernández and I am writing because the heating in our flat has not worked since last
Tuesday. I called the number on your website twice, but nobody answered, and the form for urgent repairs does not accept
our address. We live on the third floor of the building next to the station, and there are two small children here, so it
would be a great help if somebody could come before the weekend. I am at home on Thursday after four and all day on
Friday. Please ring at the side door, because the bell in front is broken. If it takes longer than a few days, could you
tell us whether we may buy an electric heater and send you the bill?

We would also like to know who is responsible for the windows in the stairwell, which do not close any more since the
storm in October: the wind blows right into the hall, and the walls are getting damp. I can send photographs if that helps.

One more thing: last year we agreed with your colleague Mr. Brown that the costs of the shared garden would be split
between the four families on the ground floor, yet the yearly statement lists us again with the full amount. I have the
letter in which he confirms it and would gladly bring it to your office in the town hall, where I work in the mornings.
Would next Monday around ten suit you, or should I make an appointment by telephone first? Last but not least, the light
in the basement flickers, and the lock of the bicycle room opens only from the inside. My neighbour Mrs. Okafor has
reported both in August (number 4711-B) and was promised a visit that never came. In any case I look forward to hearing
from you soon, and thank you very much for your patience with this long letter. Kind regards from all of us, Maria.`;

/** An ordinary message as form data that takes this many bytes as JSON, at most about 1,800. */
export function proseOf(bytes: number): { name: string; email: string; message: string } {
  const sender = { name: 'Maria Fernández', email: 'maria.fernandez@example.org' };
  for (let length = TEXT.length; length > 0; length--) {
    const data = { ...sender, message: TEXT.slice(0, length) };
    if (Buffer.byteLength(JSON.stringify(data)) === bytes) return data;
  }
  throw new RangeError(`the text does not take ${bytes} bytes`);
}
