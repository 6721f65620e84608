/** A host's name or address as it stands in an address, or as a process listens on it. */
const bare = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** Whether only processes of the same machine reach a host: `localhost`, 127.0.0.0/8, `::1`, with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    // IPv4 inside IPv6, as it is written and as an address is normalised.
    /^(::ffff:)?127(\.\d{1,3}){3}$/.test(name) ||
    /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(name)
  );
}

/** Whether an address leads to the machine that asks: loopback, or the address that stands for all of its own. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host) || ['0.0.0.0', '::', ''].includes(bare(host));
}

/** Whether what is sent to an address is safe on its way: https, or http that never leaves the machine. */
export function isSafeToSend(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
