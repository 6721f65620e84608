import fc from 'fast-check';
import { END_OF_STREAM, readEvents, writeEvent } from './sse.ts';

/** A response whose body arrives in these pieces; then it ends, or breaks with an error. */
function responseOf(pieces: readonly Uint8Array[], broken?: Error): { response: Response; cancelled: () => boolean } {
  let cancelled = false;
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rest.shift();
      if (next) controller.enqueue(next);
      else if (broken) controller.error(broken);
      else controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  return { response: new Response(body), cancelled: () => cancelled };
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(response: Response, signal?: AbortSignal): Promise<{ events: unknown[]; failure: unknown }> {
  const events: unknown[] = [];
  try {
    for await (const event of readEvents(response, signal)) events.push(event);
    return { events, failure: null };
  } catch (failure) {
    return { events, failure };
  }
}

it('gives back what was written, wherever the bytes are cut, inside a character too', async () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant('chunk'), chunk: fc.string({ unit: 'grapheme' }) }),
    fc.constantFrom(
      { chunk: 'a\n\nb\r\n' },
      { chunk: 'data: x\n\nevent: end' },
      { chunk: '\u2028😀\ud83d"\\' },
      { chunk: '\ufeff' },
      null,
      1,
      [],
    ),
    fc.jsonValue(),
  );
  const story = fc.record({
    events: fc.array(event, { maxLength: 12 }),
    cuts: fc.array(fc.nat(600)),
    comments: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ events, cuts, comments }) => {
      const between = comments ? ': still here\n\n' : '';
      const wire = bytes(events.map((one) => writeEvent(one) + between).join('') + END_OF_STREAM);
      const at = [...new Set([0, ...cuts.filter((cut) => cut < wire.length), wire.length])].toSorted((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => wire.slice(at[index], end));
      const { response } = responseOf(pieces);
      expect(await read(response)).toEqual({
        events: events.map((one) => JSON.parse(JSON.stringify(one)) as unknown),
        failure: null,
      });
    }),
    { numRuns: 500 },
  );
});

it('knows a lost connection from an end', async () => {
  const wire = bytes(writeEvent({ n: 1 }) + writeEvent({ n: 2 }) + END_OF_STREAM);
  for (let length = 0; length < wire.length; length += 1) {
    const { events, failure } = await read(responseOf([wire.slice(0, length)]).response);
    expect(failure).toMatchObject({ code: 'unexpected' });
    expect(events.length).toBeLessThanOrEqual(2);
  }
  expect((await read(responseOf([wire]).response)).failure).toBeNull();
});

it('keeps the cause when the connection breaks, and what came before', async () => {
  const cause = new TypeError('terminated');
  const { events, failure } = await read(responseOf([bytes(writeEvent({ n: 1 }))], cause).response);
  expect(events).toEqual([{ n: 1 }]);
  expect(failure).toMatchObject({ code: 'unexpected', cause });
});

it('says that it was aborted when it was', async () => {
  const abort = new AbortController();
  abort.abort();
  const cause = new DOMException('aborted', 'AbortError');
  expect((await read(responseOf([], cause).response, abort.signal)).failure).toBe(cause);
});

it('has nothing to read where there is no body', async () => {
  expect((await read(new Response(null))).failure).toMatchObject({ code: 'unexpected' });
});

it('lets go of the connection when the reader leaves', async () => {
  const { response, cancelled } = responseOf([
    bytes(writeEvent({ n: 1 })),
    bytes(writeEvent({ n: 2 })),
    bytes(writeEvent({ n: 3 })),
  ]);
  for await (const event of readEvents(response)) {
    expect(event).toEqual({ n: 1 });
    break;
  }
  expect(cancelled()).toBe(true);
});
