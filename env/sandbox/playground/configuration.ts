import { northwind, personNamed, type Person } from '../people.ts';

/** The tool wants five colleagues beside whoever sits in front of it, no more and no less. */
const COLLEAGUES = ['ben', 'cleo', 'dev', 'elif', 'farid'];

/** The personal chat, in which the tool streams. */
export const PERSONAL_CHAT_ID = '4981e0fd-7ad1-450a-a508-08dccafb7c5a';

/** What the Agents Playground is to play: Ada's Teams at Northwind Studio. JSON is YAML too, which is what it reads. */
export function playgroundConfiguration(): string {
  return JSON.stringify({
    version: '0.1.1',
    tenantId: northwind.tenantId,
    bot: { id: 'bot-ava', name: 'AVA' },
    currentUser: userOf(personNamed('ada')),
    users: COLLEAGUES.map(personNamed).map(userOf),
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

function userOf({ key, oid, displayName, userPrincipalName, givenName, surname, mail }: Person) {
  // The tool spells it so.
  const userPrincipleName = userPrincipalName;
  return { id: `user-${key}`, name: displayName, userPrincipleName, aadObjectId: oid, givenName, surname, email: mail };
}
