/** A host name or address without brackets and final dot. */
const normalizeHost = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** Whether a host is reachable from this machine only: `localhost`, 127.0.0.0/8, `::1`, with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = normalizeHost(host);
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    // IPv4-mapped IPv6 addresses, as written and as normalized by URL.
    /^(::ffff:)?127(\.\d{1,3}){3}$/.test(name) ||
    /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(name)
  );
}

/** Whether a host is this machine: loopback, or the unspecified address. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host) || ['0.0.0.0', '::', ''].includes(normalizeHost(host));
}

/** Whether data sent to an address cannot be read on its way: over https, or over http within this machine. */
export function isSafeToSend(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
