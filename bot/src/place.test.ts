import { isPlaceOf, sealPlace } from './place.ts';
import { createSeal } from './seal.ts';

const seal = createSeal('a secret');
const ada = { id: '19:team', asker: { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' } };
const ben = { ...ada, asker: { tenantId: 'northwind', id: 'ben', name: 'Ben Okafor' } };
const shows = { chat: 'chat-1', message: 'message-1' };
const place = sealPlace(seal, ada, 'm1', shows);

it('the message that shows Ada’s answer is known again, in another process too', () => {
  expect(isPlaceOf(seal, ada, 'm1', shows, place)).toBe(true);
  expect(isPlaceOf(createSeal('a secret'), ada, 'm1', shows, place)).toBe(true);
});

it('nothing else is', () => {
  const bens = sealPlace(seal, ben, 'm2', shows);
  expect(isPlaceOf(seal, ben, 'm1', shows, place)).toBe(false);
  expect(isPlaceOf(seal, ben, 'm1', shows, bens)).toBe(false);
  expect(isPlaceOf(seal, { ...ada, id: '19:other' }, 'm1', shows, place)).toBe(false);
  expect(isPlaceOf(seal, ada, 'm2', shows, place)).toBe(false);
  expect(isPlaceOf(seal, ada, 'm1', { ...shows, message: 'message-2' }, place)).toBe(false);
  expect(isPlaceOf(seal, ada, 'm1', { ...shows, chat: 'chat-2' }, place)).toBe(false);
  expect(isPlaceOf(createSeal('another'), ada, 'm1', shows, place)).toBe(false);
});

it('a message without an id is no place', () => {
  expect(sealPlace(seal, ada, undefined, shows)).toBe('');
  expect(isPlaceOf(seal, ada, '', shows, '')).toBe(false);
  expect(isPlaceOf(seal, ada, '', shows, sealPlace(seal, ada, '', shows))).toBe(false);
});
