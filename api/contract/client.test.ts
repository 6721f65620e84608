import { z } from 'zod';
import { chatResponseWithContext, getChat, shareChat } from './chats/chat.ts';
import { addressOf, createClient, type ClientOptions } from './client.ts';
import { endpoint, Id } from './endpoint.ts';
import { startFileText } from './files/files.ts';
import { getHealth } from './organization.ts';
import { followAnswerRun } from './runs/answerEvents.ts';
import { END_OF_STREAM, writeEvent } from './runs/sse.ts';

const id = '11111111-0000-4000-8000-000000000001';
const other = '22222222-0000-4000-8000-000000000002';

interface SentRequest {
  url: string;
  init: RequestInit;
}

function createTestClient(
  answer: (request: SentRequest) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const sent: SentRequest[] = [];
  const fakeFetch = async (input: unknown, init: RequestInit = {}) => {
    const request = { url: String(input), init };
    sent.push(request);
    return answer(request);
  };
  const client = createClient({
    baseUrl: 'https://ava.example',
    token: async () => 'a.b.c',
    fetch: fakeFetch as typeof fetch,
    ...options,
  });
  return { client, sent };
}

const json = (value: unknown, init?: ResponseInit) => new Response(JSON.stringify(value), init);

describe('the address of a call', () => {
  it('contains path parameters and the query', () => {
    expect(addressOf(followAnswerRun, { run_id: id, from: 7 })).toBe(`/runs/${id}/events?from=7`);
    expect(addressOf(getChat, { convo_id: id })).toBe(`/chat?convo_id=${id}`);
    expect(addressOf(getHealth, { surprise: 1 })).toBe('/health');
  });

  it('contains lists as JSON and escapes special characters', () => {
    const address = addressOf(shareChat, { convo_id: id, peers: [id, other], chat_corpus: 'a&b=c#d 😀' });
    const query = new URL(address, 'https://ava.example').searchParams;
    expect(JSON.parse(query.get('peers') ?? '')).toEqual([id, other]);
    expect(query.get('chat_corpus')).toBe('a&b=c#d 😀');
    const hostile = endpoint({
      method: 'GET',
      path: '/a/{name}/b',
      summary: '',
      params: z.object({ name: z.string() }),
    });
    expect(addressOf(hostile, { name: '../x?y#z' })).toBe('/a/..%2Fx%3Fy%23z/b');
  });
});

describe('a request contains', () => {
  it('the token, and a content type only with a body', async () => {
    const { client, sent } = createTestClient(() => json({ cancelled: true }));
    await client.call(getChat, { convo_id: id });
    const headers = new Headers(sent[0]?.init.headers);
    expect([headers.get('authorization'), headers.get('content-type'), sent[0]?.init.body]).toEqual([
      'Bearer a.b.c',
      null,
      undefined,
    ]);
    expect(sent[0]?.init.credentials).toBe('omit');
  });

  it('no token for an open call or without sign-in', async () => {
    const open = createTestClient(() => json({}));
    await open.client.call(getHealth, {});
    const signedOut = createTestClient(() => json({}), { token: async () => null });
    await signedOut.client.call(getChat, { convo_id: id });
    for (const { sent } of [open, signedOut])
      expect(new Headers(sent[0]?.init.headers).has('authorization')).toBe(false);
  });

  it('a form for a question, with its files as JSON and without the query parameters', async () => {
    const { client, sent } = createTestClient(() => new Response(END_OF_STREAM));
    const file = {
      scrapedFileId: other,
      fileName: 'Ä.pdf',
      fileType: 'PDF' as const,
      fileSize: 1,
      imageTokenCount: null,
      fileDate: null,
      fileResource: null,
    };
    await client.stream(chatResponseWithContext, {
      convo_id: id,
      event_session_id: other,
      model: 'm',
      text: 'Hi & bye',
      function_calling: true,
      file_context: [file],
    });
    const form = sent[0]?.init.body as FormData;
    expect([...form.keys()]).toEqual(['text', 'function_calling', 'file_context']);
    expect([form.get('text'), form.get('function_calling')]).toEqual(['Hi & bye', 'true']);
    expect(JSON.parse(String(form.get('file_context')))).toEqual([file]);
  });

  it('a file with its fields', async () => {
    const { client, sent } = createTestClient(() => json({ job_id: id, file_id: other }));
    const reply = await client.upload(startFileText, { file_name: 'Ä.txt' }, new File(['tea'], 'Ä.txt'));
    const form = sent[0]?.init.body as FormData;
    expect(form.get('file_name')).toBe('Ä.txt');
    expect(await (form.get('file') as File).text()).toBe('tea');
    expect(reply).toEqual({ job_id: id, file_id: other });
  });
});

describe('a client', () => {
  it('returns events and the response headers', async () => {
    const body = writeEvent({ type: 'chunk', seq: 2, chunk: 'Forty', surprise: 1 }) + END_OF_STREAM;
    const { client } = createTestClient(() => new Response(body, { headers: { 'Run-Id': id } }));
    const stream = await client.stream(followAnswerRun, { run_id: id });
    const events = [];
    for await (const event of stream) events.push(event);
    expect(stream.headers.get('Run-Id')).toBe(id);
    expect(events).toEqual([{ type: 'chunk', seq: 2, chunk: 'Forty' }]);
  });

  it('throws the server’s code, sentence and retry delay', async () => {
    const { client } = createTestClient(() =>
      json({ code: 'too_many_requests', detail: 'Eight at once.' }, { status: 429, headers: { 'retry-after': '5' } }),
    );
    await expect(client.call(getChat, { convo_id: id })).rejects.toMatchObject({
      code: 'too_many_requests',
      detail: 'Eight at once.',
      retryAfter: 5,
    });
  });

  it.each([
    [401, 'not_signed_in'],
    [404, 'not_found'],
    [413, 'too_large'],
    [429, 'too_many_requests'],
    [500, 'unexpected'],
    [502, 'unexpected'],
    [418, 'unexpected'],
  ])('throws a code for a %i from a proxy', async (status, code) => {
    const { client } = createTestClient(() => new Response('<html>sorry</html>', { status }));
    await expect(client.call(getChat, { convo_id: id })).rejects.toMatchObject({ code, retryAfter: null });
  });

  it('reports every 401', async () => {
    let reports = 0;
    const { client } = createTestClient(() => new Response(null, { status: 401 }), {
      onNotSignedIn: () => (reports += 1),
    });
    await expect(client.call(getChat, { convo_id: id })).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(client.stream(followAnswerRun, { run_id: id })).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(reports).toBe(2);
  });

  it('throws an AvaError if the network fails or a reply is incomplete', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = createTestClient(() => Promise.reject(cause));
    await expect(client.call(getChat, { convo_id: id })).rejects.toMatchObject({ code: 'unexpected', cause });
    for (const body of ['{"ConversationId": "1', '<html></html>', '']) {
      const broken = createTestClient(() => new Response(body));
      await expect(broken.client.call(getChat, { convo_id: id })).rejects.toMatchObject({ code: 'unexpected' });
    }
  });

  it('throws the caller’s abort and a timeout unchanged', async () => {
    const never = ({ init: { signal } }: SentRequest) =>
      new Promise<Response>((_, reject) => {
        if (signal?.aborted) reject(signal.reason as Error);
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { client } = createTestClient(never);
    const abort = new AbortController();
    const call = client.call(getChat, { convo_id: id }, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client.call(getChat, { convo_id: id }, { timeoutMs: 10 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('returns bytes unchanged', async () => {
    const bytes = endpoint({
      method: 'GET',
      path: '/bytes/{id}',
      summary: '',
      params: z.object({ id: Id }),
      bytes: 'image/png',
    });
    const { client } = createTestClient(() => new Response(new Uint8Array([1, 0, 255])));
    const blob = await client.bytes(bytes, { id });
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 0, 255]));
  });
});
