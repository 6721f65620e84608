import type { Person } from '../people.ts';
import { graphErrors } from './errors.ts';
import { wordStarts } from './filter.ts';
import { countOf, pageOf, selected, type Entity, type EntityType } from './odata.ts';
import { me, ok, type GraphRequest, type GraphRoute } from './route.ts';

/** Graph's people API sends ten unless told. */
const USUAL_TOP = 10;
const MOST_TOP = 1_000;

const personType: EntityType = {
  name: 'microsoft.graph.person',
  usual: [
    'id',
    'displayName',
    'givenName',
    'surname',
    'birthday',
    'personNotes',
    'isFavorite',
    'jobTitle',
    'companyName',
    'department',
    'officeLocation',
    'userPrincipalName',
    'imAddress',
    'scoredEmailAddresses',
    'phones',
    'personType',
  ],
  further: [],
};

export const relevantPeopleRoutes: GraphRoute[] = [
  {
    method: 'GET',
    pattern: '/me/people',
    scopes: ['People.Read', 'People.Read.All'],
    handle: (request, caller) => {
      const person = me(caller);
      const others = caller.organization.people.filter((other) => other !== person);
      return ok(listPeople(request, byCloseness(person, others)));
    },
  },
];

function listPeople(request: GraphRequest, people: Person[]): Entity {
  const { query } = request;
  const typed = searchWords(query.get('$search'));
  const fits = (person: Person) => [person.displayName, person.mail].some((text) => wordStarts(text, typed));
  return pageOf(typed ? people.filter(fits) : people, request, {
    context: 'people',
    top: countOf(query, '$top', USUAL_TOP, MOST_TOP),
    write: (person) => selected(personType, personEntity(person, people.indexOf(person)), query),
  });
}

/** `$search="ada"` or `$search=ada`. Throws Graph's 400 when the quotes do not match. */
function searchWords(search: string | null): string {
  const [, quoted, plain] = /^(?:"([^"]*)"|([^"]*))$/.exec(search ?? '') ?? [];
  const words = quoted ?? plain;
  if (words === undefined) throw graphErrors.badRequest(`Syntax error in '$search': ${search}`);
  return words.trim();
}

/** Those of one's own department first, then those of the same building, then the others. */
function byCloseness(person: Person, others: Person[]): Person[] {
  const building = (each: Person) => each.officeLocation?.split(' ')[0];
  const distance = (other: Person) => {
    if (other.department !== null && other.department === person.department) return 0;
    return building(other) !== undefined && building(other) === building(person) ? 1 : 2;
  };
  return others.toSorted((a, b) => distance(a) - distance(b));
}

function personEntity(person: Person, rank: number): Entity {
  return {
    id: person.oid,
    displayName: person.displayName,
    givenName: person.givenName,
    surname: person.surname,
    birthday: '',
    personNotes: '',
    isFavorite: false,
    jobTitle: person.jobTitle,
    companyName: person.companyName,
    department: person.department,
    officeLocation: person.officeLocation,
    userPrincipalName: person.userPrincipalName,
    imAddress: `sip:${person.mail}`,
    scoredEmailAddresses: [{ address: person.mail, relevanceScore: 30 - rank, selectionLikelihood: 'notSpecified' }],
    phones: person.businessPhones.map((number) => ({ type: 'business', number })),
    personType: { class: 'Person', subclass: 'OrganizationUser' },
  };
}
