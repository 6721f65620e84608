import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { createContentClient } from '#api/graph/drives/contentClient.ts';

/** Addresses of this machine, of private networks and of cloud metadata services. */
const closed = [
  '0.0.0.0', '10.0.0.1', '127.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '224.0.0.1', '255.255.255.255',
  '100.64.0.1', '100.100.100.200', '100.127.255.255', '169.254.169.254', '169.254.170.2', '168.63.129.16',
  '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1',
  '::', '::1', 'fe80::1', 'fe80::1%lo', '2620:1ec:8f8::10%lo', 'fc00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fec0::1', 'ff02::1',
  '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:13.107.136.10', '::127.0.0.1',
  '64:ff9b::a9fe:a9fe', '64:ff9b::13.107.136.10', '64:ff9b:1::a00:1',
  '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:a00:1::1', '2001::a9fe:a9fe', '2001:0:a00:1::1', '2001:2::1', '2001:10::1',
  '2001:20::1', '2001:db8::1', '3fff::1', '5f00::1', '100::1',
]; // prettier-ignore

/** @proves threat:fetched-addresses */
it.each(closed)('rejects a Microsoft host name that resolves to %s', async (address) => {
  const addresses: LookupAddress[] = [{ address, family: isIP(address) }];
  const client = createContentClient('https://graph.microsoft.com', (_host, done) => done(null, addresses));
  const opening = client.send('https://northwind.sharepoint.com/a', {
    method: 'GET',
    signal: AbortSignal.timeout(500),
  });
  await expect(opening).rejects.toMatchObject({
    code: 'graph_unavailable',
    cause: { message: 'northwind.sharepoint.com has no public address' },
  });
});
