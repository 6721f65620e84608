import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { STREAM_KEEP_ALIVE_MS, STREAM_SILENCE_MS } from '#contract/limits.ts';
import { END_OF_STREAM, readEvents, writeEvent } from './sse.ts';

/** A response whose body arrives in these pieces and then ends, or fails with an error. */
function createResponse(
  pieces: readonly Uint8Array[],
  failure?: Error,
): { response: Response; canceled: () => boolean } {
  let canceled = false;
  const remaining = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = remaining.shift();
      if (next) controller.enqueue(next);
      else if (failure) controller.error(failure);
      else controller.close();
    },
    cancel() {
      canceled = true;
    },
  });
  return { response: new Response(body), canceled: () => canceled };
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

it('reads what was written, wherever the bytes are split, even inside a character', async () => {
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
  const stream = fc.record({
    events: fc.array(event, { maxLength: 12 }),
    cuts: fc.array(fc.nat(600)),
    comments: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(stream, async ({ events, cuts, comments }) => {
      const between = comments ? ': still here\n\n' : '';
      const wire = bytes(events.map((value) => writeEvent(value) + between).join('') + END_OF_STREAM);
      const bounds = [...new Set([0, ...cuts.filter((cut) => cut < wire.length), wire.length])].toSorted(
        (a, b) => a - b,
      );
      const pieces = bounds.slice(1).map((end, index) => wire.slice(bounds[index], end));
      const { response } = createResponse(pieces);
      expect(await read(response)).toEqual({
        events: events.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        failure: null,
      });
    }),
    { numRuns: 500 },
  );
});

it('distinguishes a lost connection from an end', async () => {
  const wire = bytes(writeEvent({ n: 1 }) + writeEvent({ n: 2 }) + END_OF_STREAM);
  for (let length = 0; length < wire.length; length += 1) {
    const { events, failure } = await read(createResponse([wire.slice(0, length)]).response);
    expect(failure).toMatchObject({ code: 'unexpected' });
    expect(events.length).toBeLessThanOrEqual(2);
  }
  expect((await read(createResponse([wire]).response)).failure).toBeNull();
});

it('returns the earlier events and throws the cause when the connection fails', async () => {
  const cause = new TypeError('terminated');
  const { events, failure } = await read(createResponse([bytes(writeEvent({ n: 1 }))], cause).response);
  expect(events).toEqual([{ n: 1 }]);
  expect(failure).toMatchObject({ code: 'unexpected', cause });
});

it('throws the cause of an abort', async () => {
  const abort = new AbortController();
  abort.abort();
  const cause = new DOMException('aborted', 'AbortError');
  expect((await read(createResponse([], cause).response, abort.signal)).failure).toBe(cause);
});

it('throws for a response without a body', async () => {
  expect((await read(new Response(null))).failure).toMatchObject({ code: 'unexpected' });
});

it('closes the connection when the reader stops', async () => {
  const { response, canceled } = createResponse([
    bytes(writeEvent({ n: 1 })),
    bytes(writeEvent({ n: 2 })),
    bytes(writeEvent({ n: 3 })),
  ]);
  for await (const event of readEvents(response)) {
    expect(event).toEqual({ n: 1 });
    break;
  }
  expect(canceled()).toBe(true);
});

describe('a connection that never ends', () => {
  const open = () => {
    let canceled = false;
    let send: (text: string) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (send = (text) => controller.enqueue(bytes(text))),
      cancel: () => void (canceled = true),
    });
    return { response: new Response(body), send: (text: string) => send(text), canceled: () => canceled };
  };
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
  afterEach(() => mock.timers.reset());
  const pass = async (ms: number) => {
    // Lets the reader read what has arrived before the time passes, because reading restarts the timer.
    await setImmediate();
    mock.timers.tick(ms);
    await setImmediate();
  };

  /** @proves threat:sleeping-laptop */
  it('counts as lost and is closed after it was silent for too long', async () => {
    const { response, send, canceled } = open();
    const reading = read(response);
    send(writeEvent({ n: 1 }));
    await pass(STREAM_SILENCE_MS);
    const { events, failure } = await reading;
    expect(events).toEqual([{ n: 1 }]);
    expect(failure).toMatchObject({ code: 'unexpected' });
    expect(canceled()).toBe(true);
  });

  it('stays open as long as comments arrive', async () => {
    const { response, send } = open();
    const reading = read(response);
    for (let ms = 0; ms < 3 * STREAM_SILENCE_MS; ms += STREAM_KEEP_ALIVE_MS) {
      send(': keep-alive\n\n');
      await pass(STREAM_KEEP_ALIVE_MS);
    }
    send(writeEvent({ n: 1 }) + END_OF_STREAM);
    expect(await reading).toEqual({ events: [{ n: 1 }], failure: null });
  });
});
