import { inflateSync } from 'node:zlib';
import { drawAvatar } from './avatar.ts';
import { ADMIN_ROLE, fabrikam, findPerson, northwind, organizations, getPerson } from './people.ts';

const allPeople = organizations.flatMap(({ people }) => people);

it('gives each person a unique key, object id and address', () => {
  for (const field of ['key', 'oid', 'mail', 'userPrincipalName'] as const) {
    expect(new Set(allPeople.map((person) => person[field])).size).toBe(allPeople.length);
  }
});

it('uses addresses of example domains', () => {
  for (const { mail } of allPeople) expect(mail).toMatch(/^[a-z]+\.[a-z]+@(northwind|fabrikam)\.example$/);
});

it('makes only Dev an administrator', () => {
  expect(allPeople.filter(({ roles }) => roles.includes(ADMIN_ROLE)).map(({ key }) => key)).toEqual(['dev']);
});

it('finds Ada by key, object id and sign-in name, but not at Fabrikam', () => {
  const ada = getPerson('ada');
  expect(findPerson(ada.oid)).toBe(ada);
  expect(findPerson('Ada.Moreau@Northwind.example', northwind)).toBe(ada);
  expect(findPerson('ada', fabrikam)).toBeUndefined();
  expect(() => getPerson('zed')).toThrow('There is no person "zed" in the sandbox.');
});

it('draws the same complete portrait each time, and a different one for each person', () => {
  const picture = drawAvatar(getPerson('ada'), 48);
  const data = picture.subarray(picture.indexOf('IDAT') + 4, picture.indexOf('IEND') - 8);
  expect(inflateSync(data)).toHaveLength(48 * (1 + 48 * 3));
  expect(drawAvatar(getPerson('ada'), 48).equals(picture)).toBe(true);
  expect(drawAvatar(getPerson('ben'), 48).equals(picture)).toBe(false);
});
