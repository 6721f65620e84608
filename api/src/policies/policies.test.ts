import { getPerson } from '#sandbox/people.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize, can, type SiteRights } from './policies.ts';

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name, mail: email } = getPerson(key);
  return { id, tenantId, name, email, isAdministrator: key === 'dev', bearer: '' };
}

const [ada, ben, cleo, carl] = [as('ada'), as('ben'), as('cleo'), as('carl')];
const owns: SiteRights = { reads: true, owns: true };
const reads: SiteRights = { reads: true, owns: false };
const noRights: SiteRights = { reads: false, owns: false };
const createSite = (rights: SiteRights) => ({ tenantId: ada.tenantId, rights });
const createFile = (rights: SiteRights, readable: boolean, creator = ada) => ({
  ...createSite(rights),
  readable,
  creator: { id: creator.id },
});

describe('a chat', () => {
  const chat = { owner: { tenantId: ada.tenantId, id: ada.id } };
  /** @proves threat:foreign-id */
  it('belongs to its owner and does not exist for others', () => {
    expect(authorize(ada, 'write', 'chat', chat)).toBe(chat);
    for (const person of [ben, { ...carl, id: ada.id }])
      expect(() => authorize(person, 'read', 'chat', chat)).toThrow('not_found');
    expect(() => authorize(ada, 'read', 'chat', undefined)).toThrow('not_found');
  });
});

describe('a site', () => {
  it.each(['see', 'search', 'addFiles'] as const)('lets its readers %s', (action) => {
    expect(can(ben, action, 'site', createSite(reads))).toBe(true);
    expect(can(cleo, action, 'site', createSite(noRights))).toBe(false);
  });

  it.each(['create', 'edit', 'removeAnyFile'] as const)('lets its owner %s; its readers get 403', (action) => {
    expect(can(ada, action, 'site', createSite(owns))).toBe(true);
    expect(() => authorize(ben, action, 'site', createSite(reads))).toThrow('not_allowed');
    expect(() => authorize(cleo, action, 'site', createSite(noRights))).toThrow('not_found');
  });

  /** @proves threat:administrator-reads */
  it('of another organization is invisible, and administrators have no extra rights', () => {
    expect(can(carl, 'see', 'site', createSite(owns))).toBe(false);
    expect(can(as('dev'), 'see', 'site', createSite(noRights))).toBe(false);
    // Ownership without access gives no rights.
    expect(can(ada, 'edit', 'site', createSite({ reads: false, owns: true }))).toBe(false);
  });
});

describe('the feedback of an organization', () => {
  it('can be read only by its administrators', () => {
    const organization = { tenantId: ada.tenantId };
    expect(can(as('dev'), 'readFeedback', 'organization', organization)).toBe(true);
    expect(() => authorize(ada, 'readFeedback', 'organization', organization)).toThrow('not_allowed');
    const foreign = { ...carl, isAdministrator: true };
    expect(() => authorize(foreign, 'readFeedback', 'organization', organization)).toThrow('not_found');
  });
});

describe('a file of a corpus', () => {
  it('is readable only if the person can read it in Microsoft 365, even for its creator and site owners', () => {
    expect(can(ben, 'read', 'corpusFile', createFile(reads, true))).toBe(true);
    for (const person of [ada, ben]) expect(can(person, 'read', 'corpusFile', createFile(owns, false))).toBe(false);
    expect(can(ben, 'read', 'corpusFile', createFile(noRights, true))).toBe(false);
  });

  it('can be removed by the person who added it and by site owners', () => {
    expect(can(ben, 'remove', 'corpusFile', createFile(reads, false, ben))).toBe(true);
    expect(can(ada, 'remove', 'corpusFile', createFile(owns, false, ben))).toBe(true);
    expect(() => authorize(ben, 'remove', 'corpusFile', createFile(reads, true))).toThrow('not_allowed');
    expect(() => authorize(ben, 'remove', 'corpusFile', createFile(reads, false))).toThrow('not_found');
    expect(() => authorize(ben, 'remove', 'corpusFile', createFile(noRights, true, ben))).toThrow('not_found');
  });
});
