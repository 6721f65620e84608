import {
  MAX_CHOSEN_SITES,
  MENTION_SEPARATOR,
  TOO_MANY_SITES,
  type Site,
  type SiteChoice,
} from '#contract/sites/sites.ts';
import { sentence, type Markdown } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { findByName, MAX_NAME, normalizeName } from './findByName.ts';

type NamedSite = Pick<Site, 'SiteName'>;
type ListedSite = Pick<Site, 'SiteId' | 'SiteName'>;

/** Sites to search, with what to call them. */
export interface ChosenSites {
  sites: SiteChoice;
  name: string;
}

export const allSites: ChosenSites = { sites: 'all', name: texts.allSites };

export function toChosenSites(sites: readonly ListedSite[]): ChosenSites {
  return { sites: sites.map(({ SiteId }) => SiteId), name: sites.map(({ SiteName }) => SiteName).join(', ') };
}

/** Whether a text starts with an at sign or has something in brackets. */
export function hasMentionSyntax(text: string): boolean {
  return text.startsWith('@') || /\[[^[\]]+\]/.test(text);
}

type MentionResult<T> =
  | { name: 'none' }
  | { name: 'invalid' }
  /** `text` has the mention in brackets, as the tab writes it. */
  | { name: 'sites'; sites: T[]; text: string };

/**
 * Finds the sites that a text mentions: `@Finance, @[Legal] and @Travel` at its start, or `[Finance]` anywhere. Ignores
 * case.
 */
export function findMentionedSites<T extends NamedSite>(text: string, sites: readonly T[]): MentionResult<T> {
  const leading: T[] = [];
  let rest = text;
  // One more than a question can have, so that too many are noticed.
  while (leading.length <= MAX_CHOSEN_SITES) {
    const found = takeLeadingSite(leading.length === 0 ? rest : rest.replace(MENTION_SEPARATOR, ''), sites);
    if (!found) break;
    leading.push(found.site);
    rest = found.rest;
  }
  const sitesByName = new Map(sites.toReversed().map((site) => [normalizeName(site.SiteName), site]));
  const bracketed = [...rest.matchAll(/\[([^[\]]+)\]/g)].flatMap(
    ([, name = '']) => sitesByName.get(normalizeName(name)) ?? [],
  );
  const mentioned = [...new Set([...leading, ...bracketed])];
  if (mentioned.length === 0) return { name: text.startsWith('@') ? 'invalid' : 'none' };
  const inBrackets = [...leading.map(({ SiteName }) => `[${SiteName}]`), rest];
  return { name: 'sites', sites: mentioned, text: inBrackets.join(' ').trim() };
}

/** The site that a text begins with, such as `@Finance` or `@[Finance]`, and the rest of the text. */
function takeLeadingSite<T extends NamedSite>(text: string, sites: readonly T[]): { site: T; rest: string } | null {
  const [bracketed, name = ''] = /^@\[([^[\]]{1,400})\]/.exec(text) ?? [];
  if (bracketed !== undefined) {
    const site = sites.find(({ SiteName }) => normalizeName(SiteName) === normalizeName(name));
    return site ? { site, rest: text.slice(bracketed.length).trimStart() } : null;
  }
  if (!text.startsWith('@')) return null;
  const afterAt = text.slice(1);
  // Longest names first: "@Finance Board" must not match Finance.
  const site = sites
    .toSorted((a, b) => b.SiteName.length - a.SiteName.length)
    .find(({ SiteName }) => startsWithName(afterAt, SiteName));
  return site ? { site, rest: afterAt.slice(site.SiteName.length).trimStart() } : null;
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

type SiteMatch = { name: 'sites'; chosen: ChosenSites } | { name: 'none' | 'ambiguous' | 'tooMany' };

/** What a person types to search all of their sites, unless a site has this name. */
const ALL_NAMES = ['all', 'all sites', normalizeName(texts.allSites)];

/** Matches what a person typed: a site, several of them with commas or "and" between, or all. */
export function matchSites(input: string, sites: readonly ListedSite[]): SiteMatch {
  const isNamed = sites.some(({ SiteName }) => normalizeName(SiteName) === normalizeName(input));
  if (ALL_NAMES.includes(normalizeName(input)) && sites.length > 0 && !isNamed)
    return { name: 'sites', chosen: allSites };
  const whole = matchSite(input, sites);
  const parts = whole.length === 0 ? splitNames(input, sites) : [input];
  const matches = parts.map((part) => matchSite(part, sites));
  if (matches.length === 0 || matches.some((found) => found.length === 0)) return { name: 'none' };
  if (parts.length > MAX_CHOSEN_SITES) return { name: 'tooMany' };
  if (matches.some((found) => found.length > 1)) return { name: 'ambiguous' };
  return { name: 'sites', chosen: toChosenSites([...new Set(matches.flat())]) };
}

/** Why a text matched no sites. */
export function describeNoMatch(name: Exclude<SiteMatch['name'], 'sites'>, input: string): Markdown {
  if (name === 'tooMany') return sentence`${TOO_MANY_SITES}`;
  return name === 'ambiguous' ? texts.ambiguousSite(input) : texts.noSuchSite(input);
}

/** The names in a list. A name of a site can contain "and". At most one more than a question can have. */
function splitNames(input: string, sites: readonly ListedSite[]): string[] {
  return input
    .split(/[,;]/, MAX_CHOSEN_SITES + 1)
    .flatMap((part) => (matchSite(part, sites).length > 0 ? [part] : part.split(/\s(?:and|und|&)\s/i)))
    .filter((part) => part.trim() !== '')
    .slice(0, MAX_CHOSEN_SITES + 1);
}

/** The sites with the whole name, otherwise with its start, otherwise with the starts of its words. */
function matchSite(input: string, sites: readonly ListedSite[]): ListedSite[] {
  return findByName(normalizeMention(input.slice(0, MAX_NAME + 1)), sites, (item) => item.SiteName);
}
