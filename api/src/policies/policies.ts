import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { Owner } from '#api/storage/schema.ts';

interface OwnedResource {
  owner: Owner;
}

/** A person's rights in a site in Microsoft 365; both false if unknown. */
export interface SiteRights {
  reads: boolean;
  owns: boolean;
}

interface SiteResource {
  tenantId: string;
  rights: SiteRights;
}

interface CorpusFileResource extends SiteResource {
  creator: { id: string };
  /** Whether the person can read the file in Microsoft 365 now. */
  readable: boolean;
}

interface LibraryTaskResource extends OwnedResource {
  /** Whether it was shared with the person, or belongs to a site that they can read. */
  shared: boolean;
}

interface PromptResource extends OwnedResource {
  isPrivate: boolean;
  /** Whether it is for everybody in the organization, or for a team that the person can read. */
  shared: boolean;
}

interface Resources {
  chat: OwnedResource;
  message: OwnedResource;
  run: OwnedResource;
  file: OwnedResource;
  template: OwnedResource;
  site: SiteResource;
  corpusFile: CorpusFileResource;
  task: OwnedResource;
  libraryTask: LibraryTaskResource;
  prompt: PromptResource;
  organization: { tenantId: string };
}

type Rule<T> = (person: Person, resource: T) => boolean;

const isOwner: Rule<OwnedResource> = (person, { owner }) =>
  owner.tenantId === person.tenantId && owner.id === person.id;
const readsSite: Rule<SiteResource> = (person, { tenantId, rights }) => tenantId === person.tenantId && rights.reads;
const ownsSite: Rule<SiteResource> = (person, site) => readsSite(person, site) && site.rights.owns;
const readsFile: Rule<CorpusFileResource> = (person, file) => readsSite(person, file) && file.readable;
const isCreator: Rule<CorpusFileResource> = (person, file) => readsSite(person, file) && file.creator.id === person.id;

const loadsItem: Rule<LibraryTaskResource> = (person, item) =>
  item.owner.tenantId === person.tenantId && (item.shared || isOwner(person, item));

const seesPrompt: Rule<PromptResource> = (person, prompt) =>
  isOwner(person, prompt) || (prompt.owner.tenantId === person.tenantId && !prompt.isPrivate && prompt.shared);

const belongsTo: Rule<{ tenantId: string }> = (person, { tenantId }) => tenantId === person.tenantId;
const administers: Rule<{ tenantId: string }> = (person, organization) =>
  belongsTo(person, organization) && person.isAdministrator;

const or =
  <T>(...rules: Rule<T>[]): Rule<T> =>
  (person, resource) =>
    rules.some((rule) => rule(person, resource));

const rules = {
  chat: { read: isOwner, write: isOwner, delete: isOwner, share: isOwner },
  message: { read: isOwner },
  run: { read: isOwner, cancel: isOwner },
  file: { read: isOwner, attach: isOwner },
  template: { use: isOwner, delete: isOwner },
  site: {
    see: readsSite,
    search: readsSite,
    create: ownsSite,
    edit: ownsSite,
    addFiles: readsSite,
    removeAnyFile: ownsSite,
  },
  corpusFile: { see: or(readsFile, isCreator, ownsSite), read: readsFile, remove: or(isCreator, ownsSite) },
  task: { read: isOwner, write: isOwner, run: isOwner, delete: isOwner, share: isOwner },
  libraryTask: { see: loadsItem, load: loadsItem, edit: isOwner, delete: isOwner },
  prompt: { see: seesPrompt, edit: isOwner, delete: isOwner },
  // 403, not 404: every caller knows that their organization exists.
  organization: { see: belongsTo, readFeedback: administers, administer: administers },
} satisfies { [N in keyof Resources]: Record<string, Rule<Resources[N]>> };

type Rules = typeof rules;

/** Whether a person has the right to do this with a resource. */
export function can<N extends keyof Rules>(
  person: Person,
  action: keyof Rules[N] & string,
  type: N,
  resource: Resources[N],
): boolean {
  const rule = (rules[type] as Record<string, Rule<Resources[N]> | undefined>)[action];
  return rule?.(person, resource) ?? false;
}

/**
 * Returns the resource if the person has the right to do this with it. Otherwise throws `not_allowed` if the person can see
 * it, and `not_found` if not: an error must not reveal that something exists.
 */
export function authorize<N extends keyof Rules, T extends Resources[N]>(
  person: Person,
  action: keyof Rules[N] & string,
  type: N,
  resource: T | undefined,
): T {
  if (resource && can(person, action, type, resource)) return resource;
  const isVisible = resource !== undefined && can(person, 'see' as never, type, resource);
  throw new AvaError(isVisible ? 'not_allowed' : 'not_found');
}
