import { createSeal } from './seal.ts';

const ada = { tenantId: 'northwind', id: 'ada' };
const way = { serviceUrl: 'https://smba.trafficmanager.net/emea/', conversation: { id: 'a:ada' } };

it('reads what it has closed, for the person it was closed for', () => {
  const seal = createSeal('a secret');
  const sealed = seal.close(ada, way);
  expect(seal.open(ada, sealed)).toEqual(way);
  expect(createSeal('a secret').open(ada, sealed)).toEqual(way);
  expect(seal.open({ ...ada, id: 'ben' }, sealed)).toBeNull();
  expect(seal.open({ ...ada, tenantId: 'fabrikam' }, sealed)).toBeNull();
});

it('reads nothing that anybody has changed or made up', () => {
  const seal = createSeal('a secret');
  const sealed = seal.close(ada, way);
  const evil = Buffer.from(JSON.stringify({ ...way, serviceUrl: 'https://evil.example/' })).toString('base64url');
  const changed = [`${evil}.${sealed.split('.')[1]}`, `${evil}.`, evil, '', '.', sealed.slice(0, -3)];
  for (const text of changed) expect(seal.open(ada, text)).toBeNull();
  expect(createSeal('another secret').open(ada, sealed)).toBeNull();
});
