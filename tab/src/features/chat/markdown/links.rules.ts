/** Host of a web address; `null` for anything else. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.host : null;
}

/** Whether a link's own words already say where it leads, so that the host need not stand beside them. */
export function namesHost(words: string, host: string): boolean {
  const text = words.trim();
  return text === host || hostOf(text) === host || hostOf(`https://${text}`) === host;
}
