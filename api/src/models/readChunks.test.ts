import { createCallCollector } from './callCollector.ts';
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

describe('streamed function calls', () => {
  type Delta = NonNullable<Parameters<ReturnType<typeof createCallCollector>['add']>[0]>[number];
  const toLine = (tool_calls: unknown) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] })}\n\n`;
  const collect = (deltas: readonly unknown[]) => {
    const collector = createCallCollector();
    for (const delta of deltas) collector.add([delta as Delta]);
    return collector.list();
  };
  const calls = [
    { id: 'a', name: 'search_mail', arguments: '{"words":"Grüße \\u00e9 \\"🙂\\""}' },
    { id: 'b', name: 'find_people', arguments: '{"name":' },
  ];
  const [mail, people] = calls as [(typeof calls)[0], (typeof calls)[0]];

  it('are the same wherever the bytes of the stream are split', async () => {
    const lines = [
      toLine([{ index: 0, id: 'a', function: { name: 'search_mail', arguments: '' } }]),
      toLine([{ index: 1, id: 'b', function: { name: 'find_people' } }]),
      toLine([{ index: 0, function: { arguments: mail.arguments } }]),
      toLine([{ index: 1, function: { arguments: people.arguments } }]),
      toLine(undefined),
    ];
    const bytes = new TextEncoder().encode(lines.join(''));
    for (let at = 0; at <= bytes.length; at += 1) {
      const collector = createCallCollector();
      const response = createResponse([bytes.slice(0, at), bytes.slice(at)]);
      for await (const chunk of readChunks(response, 1_000)) collector.add(chunk.choices[0]?.delta.tool_calls);
      expect(collector.list()).toEqual(calls);
    }
  });

  it('are the same wherever the model splits names and arguments, with parts of other calls between them', () => {
    for (let at = 0; at <= mail.arguments.length; at += 1) {
      const cut = Math.min(at, mail.name.length);
      const deltas = [
        { index: 1, id: '', function: null },
        { index: 0, id: 'a', function: { name: mail.name.slice(0, cut), arguments: mail.arguments.slice(0, at) } },
        { index: 1, id: 'b', function: { name: people.name } },
        { index: 0, function: {} },
        { index: 0, id: 'a', function: { name: mail.name.slice(cut), arguments: null } },
        { index: 1, function: { arguments: people.arguments } },
        { index: 0, id: null, function: { arguments: mail.arguments.slice(at) } },
      ];
      expect(collect(deltas)).toEqual(calls);
    }
  });

  it('need no id and no index; parts with the same index but another id belong to another call', () => {
    const part = (call: (typeof calls)[0], rest: object) => ({ ...rest, function: { ...call, id: undefined } });
    expect(collect([part(mail, { index: 7 }), part(people, { index: 2 })])).toEqual([
      { ...people, id: '' },
      { ...mail, id: '' },
    ]);
    expect(collect([part(mail, { id: 'a' }), part(people, { id: 'b' })])).toEqual(calls);
    expect(collect([part(mail, { id: 'a', index: 0 }), part(people, { id: 'b', index: 0 })])).toEqual(calls);
    expect(collect([{ index: 1e9, id: 'x', function: { arguments: '{}' } }])).toEqual([]);
  });

  /** @proves threat:function-limits */
  it('are cut if they do not end', () => {
    const endless = collect(
      Array.from({ length: 100 }, () => ({ index: 0, function: { name: 'x', arguments: '1'.repeat(9_999) } })),
    );
    expect(endless[0]?.arguments).toHaveLength(65_536);
    expect(collect(Array.from({ length: 1_000 }, (_, index) => ({ index, function: { name: 'x' } })))).toHaveLength(64);
  });
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

it('parses an object of many lines once, whatever its lines end with', async () => {
  const choices = [{ index: 0, delta: { content: 'one' }, logprobs: Array.from({ length: 20_000 }, () => ({})) }];
  const object = JSON.stringify({ choices }, null, 1);
  const { parse } = JSON;
  let parsed = 0;
  JSON.parse = (text) => {
    parsed += 1;
    return parse(text);
  };
  const words = await readWords(createResponse([object])).finally(() => (JSON.parse = parse));
  expect({ words, parsed }).toEqual({ words: ['one'], parsed: 1 });
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
