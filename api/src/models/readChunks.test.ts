import { readChunks } from './readChunks.ts';

/** A response whose body arrives in these pieces and then ends, or stays open. */
function createResponse(pieces: (string | Uint8Array)[], isComplete = true): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      if (isComplete) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const line = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

async function readWords(response: Response, silenceMs = 1_000): Promise<string[]> {
  const words: string[] = [];
  for await (const chunk of readChunks(response, silenceMs)) words.push(chunk.choices[0]?.delta.content ?? '');
  return words;
}

it('reads a chunk from each line, wherever the bytes are split', async () => {
  const bytes = new TextEncoder().encode(`${line('Grüße, ')}${line('Ada 🙂')}data: [DONE]\n\n`);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    expect(await readWords(createResponse(pieces))).toEqual(['Grüße, ', 'Ada 🙂']);
  }
});

it('accepts carriage returns, comments, event names and data without a leading space', async () => {
  const text = `: hello\r\n\r\nevent: chunk\r\n${line('one').replaceAll('\n', '\r\n')}${line('two').replace('data: ', 'data:')}`;
  expect(await readWords(createResponse([text]))).toEqual(['one', 'two']);
});

it('reads nothing after `[DONE]`', async () => {
  expect(await readWords(createResponse([line('one'), 'data: [DONE]\n\n', line('two')], false))).toEqual(['one']);
});

it('returns what arrived before a stream ends in the middle of a line', async () => {
  expect(await readWords(createResponse([line('one'), 'data: {"choices":[{"del']))).toEqual(['one']);
});

it('throws the error of the model server with its code', async () => {
  const error = { message: 'Too long', type: 'invalid_request_error', code: 'context_length_exceeded' };
  const reading = readWords(createResponse([line('one'), `data: ${JSON.stringify({ error })}\n\n`]));
  await expect(reading).rejects.toMatchObject({ name: 'Error', code: 'context_length_exceeded' });
});

it('throws for a line that is not JSON', async () => {
  await expect(readWords(createResponse(['data: {"choices":[\n\n']))).rejects.toThrow(SyntaxError);
});

it('throws for a line without an end', async () => {
  const pieces = Array.from({ length: 40 }, () => 'x'.repeat(65_536));
  await expect(readWords(createResponse(['data: ', ...pieces], false))).rejects.toThrow(
    'the model sent a line of more than',
  );
});

it('throws for a silent model', async () => {
  await expect(readWords(createResponse([line('one')], false), 40)).rejects.toThrow('the model was silent for 40 ms');
});

it('closes the connection when the reader stops', async () => {
  const canceled = Promise.withResolvers<void>();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(line('again'))),
    cancel: () => canceled.resolve(),
  });
  for await (const chunk of readChunks(new Response(body), 1_000)) if (chunk) break;
  await canceled.promise;
});
