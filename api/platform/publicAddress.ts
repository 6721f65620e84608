import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry */
const privateIpv4 = createBlockList('ipv4', [
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
  // Azure's platform services for a virtual machine; it looks like a public address.
  '168.63.129.16/32',
]);

/** All public IPv6 addresses are in this network; metadata services, NAT64 and mapped IPv4 addresses are not. */
const publicIpv6 = createBlockList('ipv6', ['2000::/3']);

/** Parts of 2000::/3 that are not public, or that contain IPv4 addresses (Teredo and 6to4). */
const privateIpv6 = createBlockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address is on the public internet: not this machine, not a private network. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateIpv4.check(address, 'ipv4');
  // BlockList throws for an address with a zone, which names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  return publicIpv6.check(address, 'ipv6') && !privateIpv6.check(address, 'ipv6');
}

function createBlockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
