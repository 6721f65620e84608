import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import type { Owner } from '../storage/schema.ts';

/** What a right is about: anything that says whose it is. */
interface Thing {
  owner: Owner;
}

type Rule<T> = (person: Person, thing: T) => boolean;

const isOwner: Rule<Thing> = (person, { owner }) => owner.tenantId === person.tenantId && owner.id === person.id;

const rules = {
  chat: { read: isOwner, write: isOwner, delete: isOwner, share: isOwner },
  message: { read: isOwner },
  run: { read: isOwner, cancel: isOwner },
  file: { read: isOwner, attach: isOwner },
} satisfies Record<string, Record<string, Rule<Thing>>>;

type Rules = typeof rules;

/**
 * Gives the thing back if the person may do this with it. What is missing and what is not theirs answer alike: nobody
 * learns from an error that something exists.
 */
export function authorise<N extends keyof Rules, T extends Thing>(
  person: Person,
  action: keyof Rules[N] & string,
  noun: N,
  thing: T | undefined,
): T {
  const rule = (rules[noun] as Record<string, Rule<Thing> | undefined>)[action];
  if (!thing || !rule?.(person, thing)) throw new AvaError('not_found');
  return thing;
}
