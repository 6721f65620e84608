import { northwind } from '../people.ts';
import { PERSONAL_CHAT_ID, playgroundConfiguration } from './configuration.ts';

it('the playground plays the Teams of Ada, with five colleagues that the sandbox knows', () => {
  const configuration = JSON.parse(playgroundConfiguration()) as {
    tenantId: string;
    currentUser: { aadObjectId: string; name: string };
    users: { id: string; aadObjectId: string }[];
    personalChat: { id: string };
  };

  expect(configuration).toMatchObject({ tenantId: northwind.tenantId, currentUser: { name: 'Ada Moreau' } });
  expect(configuration.personalChat.id).toBe(PERSONAL_CHAT_ID);
  expect(new Set(configuration.users.map(({ id }) => id)).size).toBe(5);
  const known = northwind.people.map(({ oid }) => oid);
  expect(configuration.users.every(({ aadObjectId }) => known.includes(aadObjectId))).toBe(true);
});
