import type { JsonObject } from './openai/validation.ts';
import { isObject } from './openai/validation.ts';
import type { Endpoint } from './scenarios/scenarios.ts';

/** A recorded request. Headers are not recorded because they contain the key. */
export type LoggedRequest = {
  id: string;
  endpoint: Endpoint;
  /** ISO time. */
  receivedAt: string;
  model: unknown;
  messages: unknown;
  /** Texts to embed. */
  input: unknown;
  /** All other fields of the body. */
  params: JsonObject;
  scenario: string | null;
  /** HTTP status; null before the headers are sent. */
  status: number | null;
  /** Number of event stream frames that were sent. */
  frames: number;
  aborted: boolean;
  /** ISO time at which the client disconnected before the end of the response; otherwise null. */
  abortedAt: string | null;
  /** ISO time. */
  endedAt: string | null;
};

const MAX_ENTRIES = 500;
/** Maximum bytes of all recorded request bodies together. */
const MAX_BYTES = 64 * 1024 * 1024;

export type RequestLog = {
  add(id: string, kind: Endpoint, body: unknown, bytes: number): LoggedRequest;
  list(): LoggedRequest[];
  reset(): void;
};

/** Creates a log with the newest request last. It drops the oldest ones above its limits; if disabled, it stores none. */
export function createRequestLog(isEnabled: boolean): RequestLog {
  let stored: { entry: LoggedRequest; bytes: number }[] = [];
  let total = 0;
  return {
    add(id, kind, body, bytes) {
      const entry = createEntry(id, kind, isObject(body) ? body : {});
      if (!isEnabled) return entry;
      stored.push({ entry, bytes });
      total += bytes;
      while (stored.length > MAX_ENTRIES || (total > MAX_BYTES && stored.length > 1))
        total -= stored.shift()?.bytes ?? 0;
      return entry;
    },
    list: () => stored.map(({ entry }) => entry),
    reset() {
      stored = [];
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

/** Replaces the Base64 of images with its length to save memory. */
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
