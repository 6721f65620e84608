import { northwind, getPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';

/** The playground requires exactly five users besides the current one. */
const COLLEAGUES = ['ben', 'cleo', 'dev', 'elif', 'farid'];

/** Id of the personal chat, the only place where the playground shows streamed answers. */
export const PERSONAL_CHAT_ID = '4981e0fd-7ad1-450a-a508-08dccafb7c5a';

/** The playground's configuration: Ada's Teams at Northwind Studio. The file is YAML, of which JSON is a subset. */
export function createPlaygroundConfiguration(): string {
  return JSON.stringify({
    version: '0.1.1',
    tenantId: northwind.tenantId,
    bot: { id: 'bot-ava', name: 'AVA' },
    currentUser: toUser(getPerson('ada')),
    users: COLLEAGUES.map(getPerson).map(toUser),
    personalChat: { id: PERSONAL_CHAT_ID },
    groupChat: { id: '19:budget-round@thread.v2', name: 'Budget round' },
    team: {
      id: '19:finance@thread.tacv2',
      name: 'Finance',
      aadGroupId: '55555555-5555-4555-8555-555555555555',
      channels: [{ id: '19:month-end@thread.tacv2', name: 'Month end' }],
    },
  });
}

function toUser({ key, oid, displayName, userPrincipalName, givenName, surname, mail }: Person) {
  // The playground spells the property's name this way.
  const userPrincipleName = userPrincipalName;
  return { id: `user-${key}`, name: displayName, userPrincipleName, aadObjectId: oid, givenName, surname, email: mail };
}
