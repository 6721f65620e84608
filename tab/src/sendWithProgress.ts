/**
 * Sends a request like `fetch`, and reports how much of its body was sent, in whole percent. Rejects as `fetch` does: with
 * a TypeError when the connection fails, with the reason of the signal when it aborts.
 */
export function sendWithProgress(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: (percent: number) => void,
): Promise<Response> {
  const request = new XMLHttpRequest();
  return new Promise<Response>((resolve, reject) => {
    const abort = () => request.abort();
    const fail = () => reject(signal?.aborted ? (signal.reason as Error) : new TypeError('Failed to send'));
    let percent = 0;
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const now = Math.floor((100 * loaded) / Math.max(total, 1));
      if (now > percent) onProgress((percent = now));
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, fail);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', abort);
    request.open(method, url);
    request.responseType = 'blob';
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.send(body as XMLHttpRequestBodyInit);
  });
}

/** Rejects for a status that a response cannot have. */
async function toResponse(request: XMLHttpRequest): Promise<Response> {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}
