/** Host of a web address; `null` for anything else. */
export function getHost(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.host : null;
}

/** Whether the link text already is the host or address, so the host is not repeated. */
export function namesHost(words: string, host: string): boolean {
  const text = words.trim();
  return text === host || getHost(text) === host || getHost(`https://${text}`) === host;
}
