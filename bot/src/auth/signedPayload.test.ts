import { createPayloadSigner } from './signedPayload.ts';

const ada = { tenantId: 'northwind', id: 'ada' };
const reference = { serviceUrl: 'https://smba.trafficmanager.net/emea/', conversation: { id: 'a:ada' } };

it('verifies what it signed, for the same person only', () => {
  const signer = createPayloadSigner('a secret');
  const signed = signer.sign('conversation', ada, reference);
  expect(signer.verify('conversation', ada, signed)).toEqual(reference);
  expect(createPayloadSigner('a secret').verify('conversation', ada, signed)).toEqual(reference);
  expect(signer.verify('conversation', { ...ada, id: 'ben' }, signed)).toBeNull();
  expect(signer.verify('conversation', { ...ada, tenantId: 'fabrikam' }, signed)).toBeNull();
});

/** @proves threat:forged-card */
it('rejects a payload that was changed or made up', () => {
  const signer = createPayloadSigner('a secret');
  const signed = signer.sign('conversation', ada, reference);
  const evil = Buffer.from(JSON.stringify({ ...reference, serviceUrl: 'https://evil.example/' })).toString('base64url');
  const changed = [`${evil}.${signed.split('.')[1]}`, `${evil}.`, evil, '', '.', signed.slice(0, -3)];
  for (const text of changed) expect(signer.verify('conversation', ada, text)).toBeNull();
  expect(createPayloadSigner('another secret').verify('conversation', ada, signed)).toBeNull();
});

it('rejects a payload that was signed for another purpose', () => {
  const signer = createPayloadSigner('a secret');
  expect(signer.verify('answer', ada, signer.sign('conversation', ada, reference))).toBeNull();
  expect(signer.verify('conversation', ada, signer.sign('answer', ada, reference))).toBeNull();
});
