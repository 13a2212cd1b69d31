/**
 * Reads a response's body, which `fetch` decompresses while it is read: few bytes sent can be many here.
 * @throws Error as soon as there are more than `bytesMax`, without reading on
 */
export async function readBody({ body }: Response, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`the response has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
