/** A page of a proxy can be large; the beginning says what failed. */
const MAX_CHARACTERS = 65_536;

/**
 * A `fetch` that brings the body of an error into OpenAI's form, `{ error: { message, … } }`. Mistral, vLLM, FastAPI and
 * Ollama use forms of which the client library reads nothing, so the reason would be lost.
 */
export const fetchWithReadableErrors: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const text = (await response.text()).slice(0, MAX_CHARACTERS);
  const error = toErrorObject(text);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  if (error === null) return new Response(text, { status, statusText, headers });
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ error }), { status, statusText, headers });
};

/** The error in a body or a line of a stream; null if there is none. OpenRouter also puts it into the choice. */
export function findErrorObject(body: unknown): object | null {
  if (!isRecord(body)) return null;
  const { error, object, choices } = body;
  if (isRecord(error)) return error;
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  if (isRecord(choice) && isRecord(choice['error'])) return choice['error'];
  if (typeof error === 'string' && error !== '') return { message: error };
  return object === 'error' ? body : null;
}

function toErrorObject(text: string): object | null {
  try {
    const body: unknown = JSON.parse(text);
    return findErrorObject(body) ?? (isRecord(body) ? body : { message: text });
  } catch {
    // If the body is not JSON, the client library keeps the text.
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
