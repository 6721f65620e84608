import { MAX_CHOSEN_SITES, MENTION_SEPARATOR } from '#contract/sites/sites.ts';

/** The start of a prompt: no mention, an existing group, or an @ without an existing group. */
export type LeadingMention = { name: 'none' } | { name: 'valid'; group: string; rest: string } | { name: 'invalid' };

/** Parses `@[Group name]`, `[Group name]` or `@Group name` at the start of a prompt, ignoring case. */
export function parseLeadingMention(text: string, groups: readonly string[]): LeadingMention {
  const prompt = text.trimStart();
  const bracketed = /^@?\[([^\]]+)\]/.exec(prompt);
  if (bracketed) {
    const group = groups.find((name) => isSameName(name, bracketed[1] ?? ''));
    if (group !== undefined) return { name: 'valid', group, rest: prompt.slice(bracketed[0].length).trimStart() };
  }
  if (!prompt.startsWith('@')) return { name: 'none' };
  const group = sortLongestFirst(groups).find((name) => startsWithName(prompt.slice(1), name));
  if (group === undefined) return { name: 'invalid' };
  return { name: 'valid', group, rest: prompt.slice(1 + group.length).trimStart() };
}

/** Converts each leading @name of an existing group to `[name]`; other text is unchanged. */
export function bracketMention(text: string, groups: readonly string[]): string {
  const { mentioned, rest } = takeLeadingMentions(text, groups);
  if (mentioned.length === 0) return text;
  return [...mentioned.map((group) => `[${group}]`), rest].join(' ').trimEnd();
}

/** The groups that a text mentions at its start, with commas or "and" between, and the text after them. */
export function takeLeadingMentions(text: string, groups: readonly string[]): { mentioned: string[]; rest: string } {
  const mentioned: string[] = [];
  let rest = text;
  // One more than a question can have, so that too many are noticed.
  while (mentioned.length <= MAX_CHOSEN_SITES) {
    const next = mentioned.length === 0 ? rest : rest.replace(MENTION_SEPARATOR, '');
    const mention = parseLeadingMention(next, groups);
    if (mention.name !== 'valid') break;
    mentioned.push(mention.group);
    rest = mention.rest;
  }
  return { mentioned, rest };
}

/** Whether a text consists of valid mentions only. */
export function isMentionOnly(text: string, groups: readonly string[]): boolean {
  const { mentioned, rest } = takeLeadingMentions(text, groups);
  return mentioned.length > 0 && rest.trim() === '';
}

/** The groups that a text mentions, at its start or in brackets anywhere, each once. */
export function findMentionedGroups(text: string, groups: readonly string[]): string[] {
  const { mentioned, rest } = takeLeadingMentions(text, groups);
  const bracketed = [...rest.matchAll(/\[([^[\]]+)\]/g)].map((match) => match[1] ?? '');
  const others = bracketed.flatMap((name) => groups.find((group) => isSameName(group, name)) ?? []);
  return [...new Set([...mentioned, ...others])];
}

function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function startsWithName(text: string, name: string): boolean {
  if (!isSameName(text.slice(0, name.length), name)) return false;
  return !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

/** Otherwise `@Finance Board` would match the group Finance. */
function sortLongestFirst(groups: readonly string[]): string[] {
  return groups.toSorted((a, b) => b.length - a.length);
}
