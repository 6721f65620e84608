import type { Person } from '../../people.ts';
import { refuse } from './refusal.ts';
import type { Room } from './rooms.ts';

/** How Teams names a person to a bot. */
export function accountOf({ oid, displayName }: Person) {
  return { id: `29:1${oid}`, name: displayName, aadObjectId: oid };
}

/** How Teams names the bot. */
export function botAccount(botId: string) {
  return { id: `28:${botId}`, name: 'AVA' };
}

/** A person as the roster of a conversation lists them. */
export function memberOf(person: Person) {
  return {
    ...accountOf(person),
    givenName: person.givenName,
    surname: person.surname,
    email: person.mail,
    userPrincipalName: person.userPrincipalName,
    tenantId: person.tenantId,
    userRole: 'user',
  };
}

/** Throws ConnectorRefusal 404 when nobody in the room has this id; Teams' ids and Entra's object ids are taken. */
export function memberNamed(room: Room, id: string) {
  const member = room.people.map(memberOf).find((each) => each.id === id || each.aadObjectId === id);
  if (!member) throw refuse.notFound(`The member ${id}`);
  return member;
}
