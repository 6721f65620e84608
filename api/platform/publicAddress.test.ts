import { isPublic } from './publicAddress.ts';

it.each([
  ['13.107.136.10', true], ['168.63.129.15', true], ['2a01:111:f400::1', true], ['2001:4860:4860::8888', true],
  ['2620:1ec:8f8::10', true], ['10.1.2.3', false], ['172.31.0.1', false], ['192.168.1.1', false],
  ['127.0.0.1', false], ['169.254.169.254', false], ['100.64.0.1', false], ['0.0.0.0', false], ['224.0.0.1', false],
  ['255.255.255.255', false], ['::1', false], ['::ffff:10.0.0.1', false], ['fe80::1', false], ['fd00::1', false], ['', false],
] as const)('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected)); // prettier-ignore
