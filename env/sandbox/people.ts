/**
 * The sample organizations of the sandbox, held as data. Everybody and every address here is invented.
 * A new person is one more line; identity and Graph pick them up by themselves.
 */

export const NORTHWIND_TENANT_ID = '22222222-2222-4222-8222-222222222222';
export const FABRIKAM_TENANT_ID = '77777777-7777-4777-8777-777777777777';

/** The application role of AVA's administrators. */
export const ADMIN_ROLE = 'AVA.Admin';

export type Person = {
  /** Short name that tests and controls use: `ada`. */
  key: string;
  /** Entra's object id. */
  oid: string;
  tenantId: string;
  givenName: string;
  surname: string;
  displayName: string;
  mail: string;
  userPrincipalName: string;
  companyName: string;
  department: string | null;
  jobTitle: string | null;
  mobilePhone: string | null;
  businessPhones: string[];
  officeLocation: string | null;
  preferredLanguage: string;
  hasPhoto: boolean;
  /** Application roles in tokens for AVA. */
  roles: string[];
};

export type Organization = { tenantId: string; name: string; domain: string; people: Person[] };

type Details = Partial<
  Pick<Person, 'department' | 'jobTitle' | 'officeLocation' | 'mobilePhone' | 'hasPhoto' | 'roles'> & { phone: string }
>;

type Seed = [key: string, number: number, givenName: string, surname: string, details: Details];

const northwindPeople: Seed[] = [
  // Ada owns Finance, Ben may read it, Cleo may not.
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
  // The apostrophe is there for OData, where it has to be doubled.
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
  // Mika's first week: the directory knows a name and an address, nothing else.
  ['mika', 12, 'Mika', 'Sato', { hasPhoto: false }],
];

const fabrikamPeople: Seed[] = [
  [
    'carl',
    1,
    'Carl',
    'Brandt',
    { department: 'Production', jobTitle: 'Plant Manager', officeLocation: 'Works 1', phone: '+49 30 5550 0101' },
  ],
];

export const northwind = organization(
  'Northwind Studio',
  'northwind.example',
  NORTHWIND_TENANT_ID,
  'a',
  northwindPeople,
);
export const fabrikam = organization('Fabrikam Works', 'fabrikam.example', FABRIKAM_TENANT_ID, 'f', fabrikamPeople);
export const organizations: Organization[] = [northwind, fabrikam];

/** The organization of a tenant, or undefined when the sandbox has no such tenant. */
export function organizationOf(tenantId: string): Organization | undefined {
  return organizations.find((candidate) => candidate.tenantId === tenantId);
}

/** Finds a person by key, object id or sign-in name, in the given organization or in all. */
export function findPerson(name: string, within?: Organization): Person | undefined {
  const people = within ? within.people : organizations.flatMap((each) => each.people);
  const wanted = name.toLowerCase();
  return people.find((person) => [person.key, person.oid, person.userPrincipalName].includes(wanted));
}

/** Like `findPerson`, for callers that name somebody who must exist. Throws an Error naming who was looked for. */
export function personNamed(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new Error(`Nobody in the sandbox is called "${name}".`);
  return person;
}

function organization(name: string, domain: string, tenantId: string, prefix: string, seeds: Seed[]): Organization {
  const people = seeds.map((seed) => personFrom(seed, { name, domain, tenantId, prefix }));
  return { tenantId, name, domain, people };
}

function personFrom(
  [key, number, givenName, surname, details]: Seed,
  home: { name: string; domain: string; tenantId: string; prefix: string },
): Person {
  const address = `${asciiLetters(givenName)}.${asciiLetters(surname)}@${home.domain}`;
  return {
    key,
    oid: `${home.prefix.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`,
    tenantId: home.tenantId,
    givenName,
    surname,
    displayName: `${givenName} ${surname}`,
    mail: address,
    userPrincipalName: address,
    companyName: home.name,
    department: details.department ?? null,
    jobTitle: details.jobTitle ?? null,
    mobilePhone: details.mobilePhone ?? null,
    businessPhones: details.phone ? [details.phone] : [],
    officeLocation: details.officeLocation ?? null,
    preferredLanguage: 'en-US',
    hasPhoto: details.hasPhoto ?? true,
    roles: details.roles ?? [],
  };
}

function asciiLetters(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
