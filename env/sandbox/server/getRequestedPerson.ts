import { findPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { BadRequest } from './requestBody.ts';

/** Finds the person that a control call names. Throws BadRequest if there is none. */
export function getRequestedPerson(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new BadRequest(`There is no person "${name}" in the sandbox.`);
  return person;
}
