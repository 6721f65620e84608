import { northwind } from '#sandbox/people.ts';
import { PERSONAL_CHAT_ID, createPlaygroundConfiguration } from './playgroundConfiguration.ts';

it('contains Ada and five colleagues of the sandbox', () => {
  const configuration = JSON.parse(createPlaygroundConfiguration()) as {
    tenantId: string;
    currentUser: { aadObjectId: string; name: string };
    users: { id: string; aadObjectId: string }[];
    personalChat: { id: string };
  };

  expect(configuration).toMatchObject({ tenantId: northwind.tenantId, currentUser: { name: 'Ada Moreau' } });
  expect(configuration.personalChat.id).toBe(PERSONAL_CHAT_ID);
  expect(new Set(configuration.users.map(({ id }) => id)).size).toBe(5);
  const objectIds = northwind.people.map(({ oid }) => oid);
  expect(configuration.users.every(({ aadObjectId }) => objectIds.includes(aadObjectId))).toBe(true);
});
