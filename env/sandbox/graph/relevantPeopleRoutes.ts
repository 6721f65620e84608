import type { Person } from '#sandbox/person.ts';
import { graphErrors } from './graphErrors.ts';
import { matchesWordStarts } from './odataFilter.ts';
import { readCount, createPage, selectProperties, type Entity, type EntityType } from './odata.ts';
import { getCallingPerson, ok, type GraphRequest, type GraphRoute } from './graphRoute.ts';

/** The default page size of Graph's people API. */
const DEFAULT_TOP = 10;
const MAX_TOP = 1_000;

const personType: EntityType = {
  name: 'microsoft.graph.person',
  default: [
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
  optional: [],
};

export const relevantPeopleRoutes: GraphRoute[] = [
  {
    method: 'GET',
    pattern: '/me/people',
    scopes: ['People.Read', 'People.Read.All'],
    handle: (request, caller) => {
      const person = getCallingPerson(caller);
      const others = caller.organization.people.filter((other) => other !== person);
      return ok(listPeople(request, sortByCloseness(person, others)));
    },
  },
];

function listPeople(request: GraphRequest, people: Person[]): Entity {
  const { query } = request;
  const searchText = parseSearchText(query.get('$search'));
  const matches = (person: Person) =>
    [person.displayName, person.mail].some((text) => matchesWordStarts(text, searchText));
  return createPage(searchText ? people.filter(matches) : people, request, {
    context: 'people',
    top: readCount(query, '$top', DEFAULT_TOP, MAX_TOP),
    toEntity: (person) => selectProperties(personType, createPersonEntity(person, people.indexOf(person)), query),
  });
}

/** Parses `$search="ada"` or `$search=ada`. Throws Graph's 400 if the quotes do not match. */
function parseSearchText(search: string | null): string {
  const [, quoted, plain] = /^(?:"([^"]*)"|([^"]*))$/.exec(search ?? '') ?? [];
  const words = quoted ?? plain;
  if (words === undefined) throw graphErrors.badRequest(`Syntax error in '$search': ${search}`);
  return words.trim();
}

/** Sorts people of the same department first, then those of the same building. */
function sortByCloseness(person: Person, others: Person[]): Person[] {
  const building = ({ officeLocation }: Person) => officeLocation?.split(' ')[0];
  const distance = (other: Person) => {
    if (other.department !== null && other.department === person.department) return 0;
    return building(other) !== undefined && building(other) === building(person) ? 1 : 2;
  };
  return others.toSorted((a, b) => distance(a) - distance(b));
}

function createPersonEntity(person: Person, rank: number): Entity {
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
