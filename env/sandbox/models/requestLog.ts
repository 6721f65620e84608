import type { Json } from './openai/validation.ts';
import { isObject } from './openai/validation.ts';
import type { Target } from './scenarios/scenarios.ts';

/** What the server remembers of one request. Headers are never kept, and so no key is. */
export type Entry = {
  id: string;
  kind: Target;
  /** ISO time of arrival. */
  at: string;
  model: unknown;
  messages: unknown;
  /** Texts to embed. */
  input: unknown;
  /** Every other field of the body. */
  params: Json;
  scenario: string | null;
  /** HTTP status that was sent, or null while none was. */
  status: number | null;
  /** Lines of the event stream that were sent. */
  lines: number;
  aborted: boolean;
  /** ISO time at which the client closed before the end. */
  abortedAt: string | null;
  /** ISO time at which the response ended in whatever way. */
  endedAt: string | null;
};

const MOST_ENTRIES = 500;
/** Bytes of request bodies kept in all: long prompts push older entries out earlier. */
const MOST_BYTES = 64 * 1024 * 1024;

export type RequestRecord = {
  add(id: string, kind: Target, body: unknown, bytes: number): Entry;
  list(): Entry[];
  reset(): void;
};

/** The list of requests, newest last, bounded in number and in bytes. With `keep` false entries are made but not kept. */
export function createRecord(keep: boolean): RequestRecord {
  let kept: { entry: Entry; bytes: number }[] = [];
  let total = 0;
  return {
    add(id, kind, body, bytes) {
      const entry = entryOf(id, kind, isObject(body) ? body : {});
      if (!keep) return entry;
      kept.push({ entry, bytes });
      total += bytes;
      while (kept.length > MOST_ENTRIES || (total > MOST_BYTES && kept.length > 1)) total -= kept.shift()?.bytes ?? 0;
      return entry;
    },
    list: () => kept.map(({ entry }) => entry),
    reset() {
      kept = [];
      total = 0;
    },
  };
}

function entryOf(id: string, kind: Target, { model = null, messages = null, input = null, ...params }: Json): Entry {
  return {
    id,
    kind,
    at: new Date().toISOString(),
    model,
    messages: withoutImageBytes(messages),
    input,
    params,
    scenario: null,
    status: null,
    lines: 0,
    aborted: false,
    abortedAt: null,
    endedAt: null,
  };
}

/** Replaces the base64 of pasted images by its length: 500 requests with pictures must not fill the memory. */
function withoutImageBytes(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => {
    if (!isObject(message) || !Array.isArray(message['content'])) return message;
    return { ...message, content: message['content'].map(withoutBytes) };
  });
}

function withoutBytes(part: unknown): unknown {
  if (!isObject(part) || !isObject(part['image_url'])) return part;
  const { url } = part['image_url'];
  if (typeof url !== 'string' || !url.startsWith('data:')) return part;
  const [head = '', data = ''] = url.split(',', 2);
  return { ...part, image_url: { ...part['image_url'], url: `${head},(${data.length} characters)` } };
}
