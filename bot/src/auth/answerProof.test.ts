import { signAnswerProof, verifyAnswerProof } from './answerProof.ts';
import { createPayloadSigner } from './signedPayload.ts';

const signer = createPayloadSigner('a secret');
const ada = { id: '19:team', asker: { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' } };
const ben = { ...ada, asker: { tenantId: 'northwind', id: 'ben', name: 'Ben Okafor' } };
const answer = { chat: 'chat-1', message: 'message-1' };
const proof = signAnswerProof(signer, ada, 'm1', answer);

it('proves that a message shows Ada’s answer, also to another process', () => {
  expect(verifyAnswerProof(signer, ada, 'm1', answer, proof)).toBe(true);
  expect(verifyAnswerProof(createPayloadSigner('a secret'), ada, 'm1', answer, proof)).toBe(true);
});

it('rejects another person, conversation, message, answer or secret', () => {
  const bens = signAnswerProof(signer, ben, 'm2', answer);
  expect(verifyAnswerProof(signer, ben, 'm1', answer, proof)).toBe(false);
  expect(verifyAnswerProof(signer, ben, 'm1', answer, bens)).toBe(false);
  expect(verifyAnswerProof(signer, { ...ada, id: '19:other' }, 'm1', answer, proof)).toBe(false);
  expect(verifyAnswerProof(signer, ada, 'm2', answer, proof)).toBe(false);
  expect(verifyAnswerProof(signer, ada, 'm1', { ...answer, message: 'message-2' }, proof)).toBe(false);
  expect(verifyAnswerProof(signer, ada, 'm1', { ...answer, chat: 'chat-2' }, proof)).toBe(false);
  expect(verifyAnswerProof(createPayloadSigner('another'), ada, 'm1', answer, proof)).toBe(false);
});

it('gives no proof for a message without an id', () => {
  expect(signAnswerProof(signer, ada, undefined, answer)).toBe('');
  expect(verifyAnswerProof(signer, ada, '', answer, '')).toBe(false);
  expect(verifyAnswerProof(signer, ada, '', answer, signAnswerProof(signer, ada, '', answer))).toBe(false);
});
