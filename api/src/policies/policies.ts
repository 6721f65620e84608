import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import type { Owner } from '../storage/schema.ts';

/** What a right is about: anything that says whose it is. */
interface Thing {
  owner: Owner;
}

/** What Microsoft 365 says of the person and a site; both false where it cannot be learnt. */
export interface SiteRights {
  reads: boolean;
  owns: boolean;
}

/** A corpus with what the person may do in its site. */
interface SiteThing {
  tenantId: string;
  rights: SiteRights;
}

/** A file of a corpus: who put it there, and whether the person may read the file itself. */
interface CorpusFileThing extends SiteThing {
  creator: { id: string };
  readable: boolean;
}

interface Things {
  chat: Thing;
  message: Thing;
  run: Thing;
  file: Thing;
  site: SiteThing;
  corpusFile: CorpusFileThing;
}

type Rule<T> = (person: Person, thing: T) => boolean;

const isOwner: Rule<Thing> = (person, { owner }) => owner.tenantId === person.tenantId && owner.id === person.id;
const readsSite: Rule<SiteThing> = (person, { tenantId, rights }) => tenantId === person.tenantId && rights.reads;
const ownsSite: Rule<SiteThing> = (person, site) => readsSite(person, site) && site.rights.owns;
const readsFile: Rule<CorpusFileThing> = (person, file) => readsSite(person, file) && file.readable;
const isCreator: Rule<CorpusFileThing> = (person, file) => readsSite(person, file) && file.creator.id === person.id;

const or =
  <T>(...rules: Rule<T>[]): Rule<T> =>
  (person, thing) =>
    rules.some((rule) => rule(person, thing));

const rules = {
  chat: { read: isOwner, write: isOwner, delete: isOwner, share: isOwner },
  message: { read: isOwner },
  run: { read: isOwner, cancel: isOwner },
  file: { read: isOwner, attach: isOwner },
  site: {
    see: readsSite,
    search: readsSite,
    make: ownsSite,
    edit: ownsSite,
    addFiles: readsSite,
    removeAnyFile: ownsSite,
  },
  corpusFile: { see: or(readsFile, isCreator, ownsSite), read: readsFile, remove: or(isCreator, ownsSite) },
} satisfies { [N in keyof Things]: Record<string, Rule<Things[N]>> };

type Rules = typeof rules;

/** Whether the person may do this with the thing. */
export function may<N extends keyof Rules>(
  person: Person,
  action: keyof Rules[N] & string,
  noun: N,
  thing: Things[N],
): boolean {
  const rule = (rules[noun] as Record<string, Rule<Things[N]> | undefined>)[action];
  return rule?.(person, thing) ?? false;
}

/**
 * Gives the thing back if the person may do this with it. What is missing and what is not theirs answer alike: nobody
 * learns from an error that something exists. Of what they may see they are told that they may not.
 */
export function authorize<N extends keyof Rules, T extends Things[N]>(
  person: Person,
  action: keyof Rules[N] & string,
  noun: N,
  thing: T | undefined,
): T {
  if (thing && may(person, action, noun, thing)) return thing;
  const seen = thing !== undefined && may(person, 'see' as never, noun, thing);
  throw new AvaError(seen ? 'not_allowed' : 'not_found');
}
