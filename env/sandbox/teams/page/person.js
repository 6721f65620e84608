import { part } from './parts.js';

/**
 * @typedef {import('./context.js').Person} Person
 * @typedef {{ name: string, tenantId: string, people: Person[] }} Organization
 */

/**
 * Fills the list of people, grouped by organization.
 *
 * @param {Organization[]} organizations
 */
export function listPeople(organizations) {
  const groups = organizations.map(({ name, people }) => {
    const group = document.createElement('optgroup');
    group.label = name;
    group.append(...people.map(({ displayName, key }) => new Option(displayName, key)));
    return group;
  });
  part('select[name=person]').replaceChildren(...groups);
}

/**
 * Shows whose Teams this is: a picture where there is one, initials otherwise.
 *
 * @param {Person} person
 */
export function showPerson(person) {
  for (const avatar of document.querySelectorAll('[data-part=avatar]')) {
    avatar.replaceChildren(person.hasPhoto ? pictureOf(person) : initialsOf(person));
    avatar.setAttribute('title', person.jobTitle ? `${person.displayName}, ${person.jobTitle}` : person.displayName);
  }
}

/** @param {Person} person */
function pictureOf({ key, displayName }) {
  return Object.assign(new Image(), { src: `/people/${key}.png`, alt: displayName });
}

/** @param {Person} person */
function initialsOf({ displayName }) {
  const words = displayName.split(' ');
  return `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}`;
}
