import { createSeal } from './seal.ts';

const ada = { tenantId: 'northwind', id: 'ada' };
const way = { serviceUrl: 'https://smba.trafficmanager.net/emea/', conversation: { id: 'a:ada' } };

it('reads what it has closed, for the person it was closed for', () => {
  const seal = createSeal('a secret');
  const sealed = seal.close('conversation', ada, way);
  expect(seal.open('conversation', ada, sealed)).toEqual(way);
  expect(createSeal('a secret').open('conversation', ada, sealed)).toEqual(way);
  expect(seal.open('conversation', { ...ada, id: 'ben' }, sealed)).toBeNull();
  expect(seal.open('conversation', { ...ada, tenantId: 'fabrikam' }, sealed)).toBeNull();
});

it('reads nothing that anybody has changed or made up', () => {
  const seal = createSeal('a secret');
  const sealed = seal.close('conversation', ada, way);
  const evil = Buffer.from(JSON.stringify({ ...way, serviceUrl: 'https://evil.example/' })).toString('base64url');
  const changed = [`${evil}.${sealed.split('.')[1]}`, `${evil}.`, evil, '', '.', sealed.slice(0, -3)];
  for (const text of changed) expect(seal.open('conversation', ada, text)).toBeNull();
  expect(createSeal('another secret').open('conversation', ada, sealed)).toBeNull();
});

it('does not read one thing for another', () => {
  const seal = createSeal('a secret');
  expect(seal.open('answer', ada, seal.close('conversation', ada, way))).toBeNull();
  expect(seal.open('conversation', ada, seal.close('answer', ada, way))).toBeNull();
});
