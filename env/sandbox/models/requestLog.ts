import type { JsonObject } from './openai/validation.ts';
import { isObject } from './openai/validation.ts';
import type { Endpoint } from './scenarios/scenarios.ts';

/** What the server remembers of one request. Headers are never kept, and so no key is. */
export type LoggedRequest = {
  id: string;
  endpoint: Endpoint;
  /** ISO time of arrival. */
  receivedAt: string;
  model: unknown;
  messages: unknown;
  /** Texts to embed. */
  input: unknown;
  /** Every other field of the body. */
  params: JsonObject;
  scenario: string | null;
  /** HTTP status that was sent, or null while none was. */
  status: number | null;
  /** Lines of the event stream that were sent. */
  frames: number;
  aborted: boolean;
  /** ISO time at which the client closed before the end. */
  abortedAt: string | null;
  /** ISO time at which the response ended in whatever way. */
  endedAt: string | null;
};

const MAX_ENTRIES = 500;
/** Bytes of request bodies kept in all: long prompts push older entries out earlier. */
const MAX_BYTES = 64 * 1024 * 1024;

export type RequestLog = {
  add(id: string, kind: Endpoint, body: unknown, bytes: number): LoggedRequest;
  list(): LoggedRequest[];
  reset(): void;
};

/** The list of requests, newest last, bounded in number and in bytes. With `keep` false entries are made but not kept. */
export function createRequestLog(keep: boolean): RequestLog {
  let kept: { entry: LoggedRequest; bytes: number }[] = [];
  let total = 0;
  return {
    add(id, kind, body, bytes) {
      const entry = createEntry(id, kind, isObject(body) ? body : {});
      if (!keep) return entry;
      kept.push({ entry, bytes });
      total += bytes;
      while (kept.length > MAX_ENTRIES || (total > MAX_BYTES && kept.length > 1)) total -= kept.shift()?.bytes ?? 0;
      return entry;
    },
    list: () => kept.map(({ entry }) => entry),
    reset() {
      kept = [];
      total = 0;
    },
  };
}

function createEntry(
  id: string,
  kind: Endpoint,
  { model = null, messages = null, input = null, ...params }: JsonObject,
): LoggedRequest {
  return {
    id,
    endpoint: kind,
    receivedAt: new Date().toISOString(),
    model,
    messages: removeImageBytes(messages),
    input,
    params,
    scenario: null,
    status: null,
    frames: 0,
    aborted: false,
    abortedAt: null,
    endedAt: null,
  };
}

/** Replaces the base64 of pasted images by its length: 500 requests with pictures must not fill the memory. */
function removeImageBytes(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => {
    if (!isObject(message) || !Array.isArray(message['content'])) return message;
    return { ...message, content: message['content'].map(removeBytes) };
  });
}

function removeBytes(part: unknown): unknown {
  if (!isObject(part) || !isObject(part['image_url'])) return part;
  const { url } = part['image_url'];
  if (typeof url !== 'string' || !url.startsWith('data:')) return part;
  const [head = '', data = ''] = url.split(',', 2);
  return { ...part, image_url: { ...part['image_url'], url: `${head},(${data.length} characters)` } };
}
