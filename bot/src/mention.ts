import type { Site } from '../../api/contract/sites.ts';

/** No site has a longer name. */
const MAX_NAME = 300;

type Named = Pick<Site, 'SiteName'>;

/** A text that may mention a site: it begins with an at sign, or names something in brackets. */
export function mayMention(text: string): boolean {
  return text.startsWith('@') || /\[[^[\]]+\]/.test(text);
}

export type Mentioned<T> =
  | { name: 'none' }
  | { name: 'invalid' }
  /** `text` has the mention in brackets, as the tab writes it. */
  | { name: 'site'; site: T; text: string };

/** Which of the sites a text names: `@Finance`, `@[Finance]`, or `[Finance]` anywhere, in any case of letters. */
export function mentionedSite<T extends Named>(text: string, sites: readonly T[]): Mentioned<T> {
  const named = new Map(sites.toReversed().map((site) => [plain(site.SiteName), site]));
  for (const [, name = ''] of text.matchAll(/\[([^[\]]+)\]/g)) {
    const site = named.get(plain(name));
    if (site) return { name: 'site', site, text: text.replace(/^@\[/, '[') };
  }
  if (!text.startsWith('@')) return { name: 'none' };
  const words = text.slice(1);
  // So that `@Finance Board` is not taken for Finance.
  const site = sites
    .toSorted((a, b) => b.SiteName.length - a.SiteName.length)
    .find(({ SiteName }) => beginsWith(words, SiteName));
  if (!site) return { name: 'invalid' };
  return { name: 'site', site, text: `[${site.SiteName}] ${words.slice(site.SiteName.length).trimStart()}`.trim() };
}

function beginsWith(text: string, name: string): boolean {
  return plain(text.slice(0, name.length)) === plain(name) && !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

function plain(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** The one site of a name, in any case of letters. */
export function siteCalled<T extends Named>(name: string, sites: readonly T[]): T | undefined {
  const [site, ...more] = sites.filter(({ SiteName }) => plain(SiteName) === withoutMarks(name));
  return more.length === 0 ? site : undefined;
}

const withoutMarks = (name: string) => plain(name.replace(/^@?\[?|\]$/g, ''));

export type Matched<T> = { name: 'one'; site: T } | { name: 'none' } | { name: 'several' };

/** The site that a person means by a name: the whole name, else its beginning, else words of it, as long as it is one. */
export function matchSite<T extends Named>(given: string, sites: readonly T[]): Matched<T> {
  const wanted = given.length > MAX_NAME ? '' : withoutMarks(given);
  if (wanted === '') return { name: 'none' };
  const tries: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.startsWith(wanted),
    (name) => wanted.split(/\s+/).every((word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))),
  ];
  for (const fits of tries) {
    const [site, ...more] = sites.filter(({ SiteName }) => fits(plain(SiteName)));
    if (site) return more.length === 0 ? { name: 'one', site } : { name: 'several' };
  }
  return { name: 'none' };
}
