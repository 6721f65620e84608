import { inflateSync } from 'node:zlib';
import { avatarPng } from './avatar.ts';
import { ADMIN_ROLE, fabrikam, findPerson, northwind, organizations, personNamed } from './people.ts';

const everybody = organizations.flatMap(({ people }) => people);

it('nobody shares a key, an object id or an address with somebody else', () => {
  for (const field of ['key', 'oid', 'mail', 'userPrincipalName'] as const) {
    expect(new Set(everybody.map((person) => person[field])).size).toBe(everybody.length);
  }
});

it('all live at invented addresses', () => {
  for (const { mail } of everybody) expect(mail).toMatch(/^[a-z]+\.[a-z]+@(northwind|fabrikam)\.example$/);
});

it('Dev alone is an administrator', () => {
  expect(everybody.filter(({ roles }) => roles.includes(ADMIN_ROLE)).map(({ key }) => key)).toEqual(['dev']);
});

it('Ada is found by key, object id and sign-in name, but not at Fabrikam', () => {
  const ada = personNamed('ada');
  expect(findPerson(ada.oid)).toBe(ada);
  expect(findPerson('Ada.Moreau@Northwind.example', northwind)).toBe(ada);
  expect(findPerson('ada', fabrikam)).toBeUndefined();
  expect(() => personNamed('zed')).toThrow('Nobody in the sandbox is called "zed".');
});

it('a portrait is a whole picture, the same each time and not the next person’s', () => {
  const picture = avatarPng(personNamed('ada'), 48);
  const data = picture.subarray(picture.indexOf('IDAT') + 4, picture.indexOf('IEND') - 8);
  expect(inflateSync(data)).toHaveLength(48 * (1 + 48 * 3));
  expect(avatarPng(personNamed('ada'), 48).equals(picture)).toBe(true);
  expect(avatarPng(personNamed('ben'), 48).equals(picture)).toBe(false);
});
