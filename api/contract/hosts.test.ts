import { isLoopback, isSafeToSend, isThisMachine } from './hosts.ts';

it.each(['localhost', 'LOCALHOST', 'ava.localhost', 'localhost.', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])(
  '%s is reachable from this machine only',
  (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(isThisMachine(host)).toBe(true);
  },
);

it.each(['http://127.1/', 'http://[::ffff:127.0.0.1]/', 'http://2130706433/', 'http://0x7f.1/'])(
  '%s is a notation of loopback',
  (address) => {
    expect(isLoopback(new URL(address).hostname)).toBe(true);
  },
);

it.each(['0.0.0.0', '::', '[::]'])('%s is this machine, but reachable from others', (host) => {
  expect(isLoopback(host)).toBe(false);
  expect(isThisMachine(host)).toBe(true);
});

it.each(['localhost.evil.example', 'mylocalhost', '127.0.0.1.evil.example', '10.0.0.4', '1127.0.0.1', '[::2]'])(
  '%s is another machine',
  (host) => {
    expect(isThisMachine(host)).toBe(false);
  },
);

it('data sent to another machine is safe over https only', () => {
  expect(isSafeToSend('https://ava.northwind.example')).toBe(true);
  expect(isSafeToSend('http://[::1]:3980')).toBe(true);
  for (const address of ['http://ava.northwind.example', 'http://0.0.0.0:3980', 'ftp://localhost', 'somewhere'])
    expect(isSafeToSend(address)).toBe(false);
});
