import { BlockList, isIP } from 'node:net';

/** Networks of IPv4 that are not the open internet: https://www.iana.org/assignments/iana-ipv4-special-registry */
const closed4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's own services for a virtual machine; it looks like a public address.
  '168.63.129.16/32',
]);

/** Public addresses of IPv6 are from this network only; metadata services, NAT64 and mapped IPv4 are outside it. */
const open6 = listOf('ipv6', ['2000::/3']);

/** Networks within it that are not public, or that carry an IPv4 address inside: Teredo and 6to4. */
const closed6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address is on the open internet, neither on this machine nor in a network around it. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed4.check(address, 'ipv4');
  // A zone names an interface of this machine, and BlockList throws on it.
  if (family !== 6 || address.includes('%')) return false;
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
