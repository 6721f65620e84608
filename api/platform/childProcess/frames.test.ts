import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { createHeader, readFrames } from './frames.ts';

async function readAll(bytes: Buffer, cuts: readonly number[], maxBytes: number) {
  const stream = new PassThrough();
  const messages: string[] = [];
  let isOver = false;
  readFrames(stream, maxBytes, {
    onMessage: (message) => messages.push(message.toString('latin1')),
    onLimit: () => (isOver = true),
  });
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) stream.write(bytes.subarray(places[index], place));
  await new Promise((resolve) => setImmediate(resolve));
  return { messages, isOver };
}

it('messages arrive whole and in order, wherever the stream is cut', async () => {
  const message = fc.uint8Array({ maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(120), { maxLength: 8 }),
      async (sent, cuts) => {
        const bytes = Buffer.concat(sent.flatMap((part) => [createHeader(part), part]));
        const inside = cuts.filter((cut) => cut < bytes.length);
        const { messages } = await readAll(bytes, inside, 1_000);
        expect(messages).toEqual(sent.map((part) => Buffer.from(part).toString('latin1')));
      },
    ),
    { numRuns: 100 },
  );
});

it('a message that announces more than the limit is not collected', async () => {
  const announced = createHeader(Buffer.alloc(1_000));
  const bytes = Buffer.concat([announced, Buffer.alloc(100)]);
  expect(await readAll(bytes, [50], 80)).toEqual({ messages: [], isOver: true });
});
