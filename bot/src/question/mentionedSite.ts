import type { Site } from '#contract/sites/sites.ts';
import { findByName, MAX_NAME, normalizeName } from './findByName.ts';

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
  const sitesByName = new Map(sites.toReversed().map((site) => [normalizeName(site.SiteName), site]));
  for (const [, name = ''] of text.matchAll(/\[([^[\]]+)\]/g)) {
    const site = sitesByName.get(normalizeName(name));
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
  return (
    normalizeName(text.slice(0, name.length)) === normalizeName(name) &&
    !/^[\p{L}\p{N}_]/u.test(text.slice(name.length))
  );
}

/** The site with this name, ignoring case; undefined if there is none or more than one. */
export function findSiteByName<T extends NamedSite>(name: string, sites: readonly T[]): T | undefined {
  const [site, ...others] = sites.filter(({ SiteName }) => normalizeName(SiteName) === normalizeMention(name));
  return others.length === 0 ? site : undefined;
}

const normalizeMention = (name: string) => normalizeName(name.replace(/^@?\[?|\]$/g, ''));

type SiteMatch<T> = { name: 'one'; site: T } | { name: 'none' } | { name: 'several' };

/** Matches what a person typed: the whole name, otherwise its start, otherwise the starts of its words. */
export function matchSite<T extends NamedSite>(input: string, sites: readonly T[]): SiteMatch<T> {
  const [site, ...others] = findByName(normalizeMention(input.slice(0, MAX_NAME + 1)), sites, (item) => item.SiteName);
  if (!site) return { name: 'none' };
  return others.length === 0 ? { name: 'one', site } : { name: 'several' };
}
