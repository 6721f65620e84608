const MAX_CHARACTERS = 2_000;

/** Whether a document can contain a link to this address: web and mail only, no files, scripts or anchors. */
export function isSafeLink(address: string): boolean {
  const url = address.length <= MAX_CHARACTERS ? URL.parse(address) : null;
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
}
