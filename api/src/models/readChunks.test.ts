import { readChunks } from './readChunks.ts';

/** A response whose body comes in the given pieces and then ends, or stays open. */
function streamed(pieces: (string | Uint8Array)[], ends = true): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      if (ends) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const line = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

async function wordsOf(response: Response, silenceMs = 1_000): Promise<string[]> {
  const words: string[] = [];
  for await (const chunk of readChunks(response, silenceMs)) words.push(chunk.choices[0]?.delta.content ?? '');
  return words;
}

it('reads a chunk from each line, however the network cut them', async () => {
  const bytes = new TextEncoder().encode(`${line('Grüße, ')}${line('Ada 🙂')}data: [DONE]\n\n`);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    expect(await wordsOf(streamed(pieces))).toEqual(['Grüße, ', 'Ada 🙂']);
  }
});

it('takes carriage returns, comments, names of events and data without a blank before it', async () => {
  const text = `: hello\r\n\r\nevent: chunk\r\n${line('one').replaceAll('\n', '\r\n')}${line('two').replace('data: ', 'data:')}`;
  expect(await wordsOf(streamed([text]))).toEqual(['one', 'two']);
});

it('reads nothing after the end', async () => {
  expect(await wordsOf(streamed([line('one'), 'data: [DONE]\n\n', line('two')], false))).toEqual(['one']);
});

it('gives what came of a stream that breaks off in the middle of a line', async () => {
  expect(await wordsOf(streamed([line('one'), 'data: {"choices":[{"del']))).toEqual(['one']);
});

it('throws what the model server says went wrong, with its code', async () => {
  const error = { message: 'Too long', type: 'invalid_request_error', code: 'context_length_exceeded' };
  const reading = wordsOf(streamed([line('one'), `data: ${JSON.stringify({ error })}\n\n`]));
  await expect(reading).rejects.toMatchObject({ name: 'Error', code: 'context_length_exceeded' });
});

it('throws at a line that is no JSON', async () => {
  await expect(wordsOf(streamed(['data: {"choices":[\n\n']))).rejects.toThrow(SyntaxError);
});

it('throws at a line that does not end', async () => {
  const pieces = Array.from({ length: 40 }, () => 'x'.repeat(65_536));
  await expect(wordsOf(streamed(['data: ', ...pieces], false))).rejects.toThrow('the model sent a line of more than');
});

it('gives up on a model that has fallen silent', async () => {
  await expect(wordsOf(streamed([line('one')], false), 40)).rejects.toThrow('the model was silent for 40 ms');
});

it('lets go of the connection when nobody reads on', async () => {
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(line('again'))),
    cancel: () => cancelled.resolve(),
  });
  for await (const chunk of readChunks(new Response(body), 1_000)) if (chunk) break;
  await cancelled.promise;
});
