import type { Person } from '#sandbox/person.ts';
import { connectorErrors } from './connectorErrors.ts';
import type { Conversation } from './conversations.ts';

/** A person's account in activities. */
export function toAccount({ oid, displayName }: Person) {
  return { id: `29:1${oid}`, name: displayName, aadObjectId: oid };
}

/** The bot's account in activities. */
export function createBotAccount(botId: string) {
  return { id: `28:${botId}`, name: 'AVA' };
}

/** A person in the list of a conversation's members. */
export function toMember(person: Person) {
  return {
    ...toAccount(person),
    givenName: person.givenName,
    surname: person.surname,
    email: person.mail,
    userPrincipalName: person.userPrincipalName,
    tenantId: person.tenantId,
    userRole: 'user',
  };
}

/** Finds a member by Teams id or Entra object id. Throws ConnectorError 404 if there is none. */
export function findMember(conversation: Conversation, id: string) {
  const member = conversation.people
    .map(toMember)
    .find((candidate) => candidate.id === id || candidate.aadObjectId === id);
  if (!member) throw connectorErrors.notFound(`The member ${id}`);
  return member;
}
