import { personNamed } from '../../../env/sandbox/people.ts';
import type { Person } from '../identity/person.ts';
import { authorize, may, type SiteRights } from './policies.ts';

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name, mail: email } = personNamed(key);
  return { id, tenantId, name, email, isAdministrator: key === 'dev', bearer: '' };
}

const [ada, ben, cleo, carl] = [as('ada'), as('ben'), as('cleo'), as('carl')];
const owns: SiteRights = { reads: true, owns: true };
const reads: SiteRights = { reads: true, owns: false };
const nothing: SiteRights = { reads: false, owns: false };
const siteFor = (rights: SiteRights) => ({ tenantId: ada.tenantId, rights });
const fileFor = (rights: SiteRights, readable: boolean, creator = ada) => ({
  ...siteFor(rights),
  readable,
  creator: { id: creator.id },
});

describe('a chat', () => {
  const chat = { owner: { tenantId: ada.tenantId, id: ada.id } };
  it('is its owner’s alone, and to others as if it were not there', () => {
    expect(authorize(ada, 'write', 'chat', chat)).toBe(chat);
    for (const person of [ben, { ...carl, id: ada.id }])
      expect(() => authorize(person, 'read', 'chat', chat)).toThrow('not_found');
    expect(() => authorize(ada, 'read', 'chat', undefined)).toThrow('not_found');
  });
});

describe('a site', () => {
  it.each(['see', 'search', 'addFiles'] as const)('who reads it may %s', (action) => {
    expect(may(ben, action, 'site', siteFor(reads))).toBe(true);
    expect(may(cleo, action, 'site', siteFor(nothing))).toBe(false);
  });

  it.each(['make', 'edit', 'removeAnyFile'] as const)(
    'its owner may %s; who reads it is told that they may not',
    (action) => {
      expect(may(ada, action, 'site', siteFor(owns))).toBe(true);
      expect(() => authorize(ben, action, 'site', siteFor(reads))).toThrow('not_allowed');
      expect(() => authorize(cleo, action, 'site', siteFor(nothing))).toThrow('not_found');
    },
  );

  it('of another organization is nobody’s here, and an administrator reads no more than they may', () => {
    expect(may(carl, 'see', 'site', siteFor(owns))).toBe(false);
    expect(may(as('dev'), 'see', 'site', siteFor(nothing))).toBe(false);
    // Ownership without access is none.
    expect(may(ada, 'edit', 'site', siteFor({ reads: false, owns: true }))).toBe(false);
  });
});

describe('a file of a corpus', () => {
  it('is read by who may read it in Microsoft 365, its creator and the site’s owners not excepted', () => {
    expect(may(ben, 'read', 'corpusFile', fileFor(reads, true))).toBe(true);
    for (const person of [ada, ben]) expect(may(person, 'read', 'corpusFile', fileFor(owns, false))).toBe(false);
    expect(may(ben, 'read', 'corpusFile', fileFor(nothing, true))).toBe(false);
  });

  it('is taken out by who added it and by owners', () => {
    expect(may(ben, 'remove', 'corpusFile', fileFor(reads, false, ben))).toBe(true);
    expect(may(ada, 'remove', 'corpusFile', fileFor(owns, false, ben))).toBe(true);
    expect(() => authorize(ben, 'remove', 'corpusFile', fileFor(reads, true))).toThrow('not_allowed');
    expect(() => authorize(ben, 'remove', 'corpusFile', fileFor(reads, false))).toThrow('not_found');
    expect(() => authorize(ben, 'remove', 'corpusFile', fileFor(nothing, true, ben))).toThrow('not_found');
  });
});
