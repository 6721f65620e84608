import type { Site } from '../../../api/contract/sites.ts';

/** Site names are shorter than this. */
const MAX_NAME = 300;

type NamedSite = Pick<Site, 'SiteName'>;

/** Whether a text starts with an at sign or has something in brackets. */
export function hasMentionSyntax(text: string): boolean {
  return text.startsWith('@') || /\[[^[\]]+\]/.test(text);
}

type MentionResult<T> =
  | { name: 'none' }
  | { name: 'invalid' }
  /** `text` has the mention in brackets, as the tab writes it. */
  | { name: 'site'; site: T; text: string };

/** Finds the site that a text mentions: `@Finance`, `@[Finance]`, or `[Finance]` anywhere. Ignores case. */
export function findMentionedSite<T extends NamedSite>(text: string, sites: readonly T[]): MentionResult<T> {
  const sitesByName = new Map(sites.toReversed().map((site) => [normalize(site.SiteName), site]));
  for (const [, name = ''] of text.matchAll(/\[([^[\]]+)\]/g)) {
    const site = sitesByName.get(normalize(name));
    if (site) return { name: 'site', site, text: text.replace(/^@\[/, '[') };
  }
  if (!text.startsWith('@')) return { name: 'none' };
  const afterAt = text.slice(1);
  // Longest names first: "@Finance Board" must not match Finance.
  const site = sites
    .toSorted((a, b) => b.SiteName.length - a.SiteName.length)
    .find(({ SiteName }) => startsWithName(afterAt, SiteName));
  if (!site) return { name: 'invalid' };
  return { name: 'site', site, text: `[${site.SiteName}] ${afterAt.slice(site.SiteName.length).trimStart()}`.trim() };
}

function startsWithName(text: string, name: string): boolean {
  return normalize(text.slice(0, name.length)) === normalize(name) && !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

function normalize(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** The site with this name, ignoring case; undefined if there is none or more than one. */
export function findSiteByName<T extends NamedSite>(name: string, sites: readonly T[]): T | undefined {
  const [site, ...others] = sites.filter(({ SiteName }) => normalize(SiteName) === normalizeMention(name));
  return others.length === 0 ? site : undefined;
}

const normalizeMention = (name: string) => normalize(name.replace(/^@?\[?|\]$/g, ''));

type SiteMatch<T> = { name: 'one'; site: T } | { name: 'none' } | { name: 'several' };

/** Matches what a person typed: the whole name, otherwise its start, otherwise the starts of its words. */
export function matchSite<T extends NamedSite>(input: string, sites: readonly T[]): SiteMatch<T> {
  const query = input.length > MAX_NAME ? '' : normalizeMention(input);
  if (query === '') return { name: 'none' };
  const rules: ((name: string) => boolean)[] = [
    (name) => name === query,
    (name) => name.startsWith(query),
    (name) => query.split(/\s+/).every((word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))),
  ];
  for (const matches of rules) {
    const [site, ...others] = sites.filter(({ SiteName }) => matches(normalize(SiteName)));
    if (site) return others.length === 0 ? { name: 'one', site } : { name: 'several' };
  }
  return { name: 'none' };
}
