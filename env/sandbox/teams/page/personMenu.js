import { findElement } from './findElement.js';

/**
 * @typedef {import('./context.js').Person} Person
 * @typedef {{ name: string, tenantId: string, people: Person[] }} Organization
 */

/**
 * Fills the list of people, grouped by organization.
 *
 * @param {Organization[]} organizations
 */
export function fillPersonMenu(organizations) {
  const groups = organizations.map(({ name, people }) => {
    const group = document.createElement('optgroup');
    group.label = name;
    group.append(...people.map(({ displayName, key }) => new Option(displayName, key)));
    return group;
  });
  findElement('select[name=person]').replaceChildren(...groups);
}

/**
 * Shows the selected person: their picture, or their initials without one.
 *
 * @param {Person} person
 */
export function showPerson(person) {
  for (const avatar of document.querySelectorAll('[data-part=avatar]')) {
    avatar.replaceChildren(person.hasPhoto ? createPicture(person) : getInitials(person));
    avatar.setAttribute('title', person.jobTitle ? `${person.displayName}, ${person.jobTitle}` : person.displayName);
  }
}

/** @param {Person} person */
function createPicture({ key, displayName }) {
  return Object.assign(new Image(), { src: `/people/${key}.png`, alt: displayName });
}

/** @param {Person} person */
function getInitials({ displayName }) {
  const words = displayName.split(' ');
  return `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}`;
}
