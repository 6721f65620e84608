/** A person of the sandbox. */
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

type Details = Partial<
  Pick<Person, 'department' | 'jobTitle' | 'officeLocation' | 'mobilePhone' | 'hasPhoto' | 'roles'> & { phone: string }
>;

export type PersonEntry = [key: string, number: number, givenName: string, surname: string, details: Details];

/** Creates a person with the address and the object id that follow from their name and number. */
export function createPerson(
  [key, number, givenName, surname, details]: PersonEntry,
  company: { name: string; domain: string; tenantId: string; prefix: string },
): Person {
  const address = `${toAsciiLetters(givenName)}.${toAsciiLetters(surname)}@${company.domain}`;
  return {
    key,
    oid: `${company.prefix.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`,
    tenantId: company.tenantId,
    givenName,
    surname,
    displayName: `${givenName} ${surname}`,
    mail: address,
    userPrincipalName: address,
    companyName: company.name,
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

function toAsciiLetters(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
