import { createPerson, type Person, type PersonEntry } from './person.ts';

/**
 * The sample organizations of the sandbox. All people and addresses are fictional. To add a person, add an entry here:
 * identity and Graph use this list.
 */

export const NORTHWIND_TENANT_ID = '22222222-2222-4222-8222-222222222222';
export const FABRIKAM_TENANT_ID = '77777777-7777-4777-8777-777777777777';

/** The application role of AVA's administrators. */
export const ADMIN_ROLE = 'AVA.Admin';

export type Organization = { tenantId: string; name: string; domain: string; people: Person[] };

const northwindPeople: PersonEntry[] = [
  // `owners` and `visitors` in sites/*.ts define who owns and who reads which site.
  [
    'ada',
    1,
    'Ada',
    'Moreau',
    {
      department: 'Finance',
      jobTitle: 'Head of Finance',
      officeLocation: 'Harbour 3.12',
      phone: '+44 20 5550 0101',
      mobilePhone: '+44 7700 900101',
    },
  ],
  [
    'ben',
    2,
    'Ben',
    'Okafor',
    { department: 'Finance', jobTitle: 'Financial Analyst', officeLocation: 'Harbour 3.14', phone: '+44 20 5550 0102' },
  ],
  [
    'cleo',
    3,
    'Cleo',
    'Lindqvist',
    {
      department: 'Marketing',
      jobTitle: 'Brand Manager',
      officeLocation: 'Harbour 2.05',
      phone: '+44 20 5550 0103',
      mobilePhone: '+44 7700 900103',
    },
  ],
  [
    'dev',
    4,
    'Dev',
    'Raman',
    {
      department: 'Information Technology',
      jobTitle: 'Workplace Administrator',
      officeLocation: 'Harbour 1.01',
      phone: '+44 20 5550 0104',
      roles: [ADMIN_ROLE],
    },
  ],
  [
    'elif',
    5,
    'Elif',
    'Kaya',
    { department: 'People', jobTitle: 'People Partner', officeLocation: 'Harbour 2.11', phone: '+44 20 5550 0105' },
  ],
  [
    'farid',
    6,
    'Farid',
    'Haddad',
    {
      department: 'Legal',
      jobTitle: 'General Counsel',
      officeLocation: 'Harbour 4.02',
      phone: '+44 20 5550 0106',
      mobilePhone: '+44 7700 900106',
    },
  ],
  [
    'greta',
    7,
    'Greta',
    'Nilsen',
    { department: 'Design', jobTitle: 'Lead Designer', officeLocation: 'Mill 0.04', phone: '+44 20 5550 0107' },
  ],
  [
    'hugo',
    8,
    'Hugo',
    'Martins',
    {
      department: 'Sales',
      jobTitle: 'Account Director',
      officeLocation: 'Mill 1.09',
      phone: '+44 20 5550 0108',
      mobilePhone: '+44 7700 900108',
    },
  ],
  [
    'ines',
    9,
    'Inés',
    'Caballero',
    {
      department: 'Operations',
      jobTitle: 'Operations Manager',
      officeLocation: 'Harbour 1.20',
      phone: '+44 20 5550 0109',
    },
  ],
  [
    'jonas',
    10,
    'Jonas',
    'Weber',
    {
      department: 'Engineering',
      jobTitle: 'Software Engineer',
      officeLocation: 'Mill 1.02',
      phone: '+44 20 5550 0110',
      hasPhoto: false,
    },
  ],
  // The apostrophe tests OData, where it has to be doubled.
  [
    'saoirse',
    11,
    'Saoirse',
    "O'Brien",
    {
      department: 'Engineering',
      jobTitle: 'Engineering Manager',
      officeLocation: 'Mill 1.01',
      phone: '+44 20 5550 0111',
    },
  ],
  // Mika is new: the directory has only a name and an address.
  ['mika', 12, 'Mika', 'Sato', { hasPhoto: false }],
];

const fabrikamPeople: PersonEntry[] = [
  [
    'carl',
    1,
    'Carl',
    'Brandt',
    { department: 'Production', jobTitle: 'Plant Manager', officeLocation: 'Works 1', phone: '+49 30 5550 0101' },
  ],
];

export const northwind = createOrganization(
  'Northwind Studio',
  'northwind.example',
  NORTHWIND_TENANT_ID,
  'a',
  northwindPeople,
);
export const fabrikam = createOrganization(
  'Fabrikam Works',
  'fabrikam.example',
  FABRIKAM_TENANT_ID,
  'f',
  fabrikamPeople,
);
export const organizations: Organization[] = [northwind, fabrikam];

export function findOrganization(tenantId: string): Organization | undefined {
  return organizations.find((candidate) => candidate.tenantId === tenantId);
}

/** Finds a person by key, object id or sign-in name, in one organization or in all. */
export function findPerson(name: string, organization?: Organization): Person | undefined {
  const people = organization ? organization.people : organizations.flatMap((each) => each.people);
  const lowerCaseName = name.toLowerCase();
  return people.find((person) => [person.key, person.oid, person.userPrincipalName].includes(lowerCaseName));
}

/** Like `findPerson`, but throws if the person does not exist. */
export function getPerson(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new Error(`There is no person "${name}" in the sandbox.`);
  return person;
}

function createOrganization(
  name: string,
  domain: string,
  tenantId: string,
  prefix: string,
  entries: PersonEntry[],
): Organization {
  const people = entries.map((entry) => createPerson(entry, { name, domain, tenantId, prefix }));
  return { tenantId, name, domain, people };
}
