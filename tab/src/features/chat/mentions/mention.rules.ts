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

/** Converts a leading @name of an existing group to `[name]`; other text is unchanged. */
export function bracketMention(text: string, groups: readonly string[]): string {
  const mention = parseLeadingMention(text, groups);
  return mention.name === 'valid' ? `[${mention.group}] ${mention.rest}`.trimEnd() : text;
}

/** Whether a text consists of a valid mention only. */
export function isMentionOnly(text: string, groups: readonly string[]): boolean {
  const mention = parseLeadingMention(text, groups);
  return mention.name === 'valid' && mention.rest.trim() === '';
}

/** The first group that a text mentions, at its start or in brackets anywhere. */
export function findMentionedGroup(text: string, groups: readonly string[]): string | null {
  const leading = parseLeadingMention(text, groups);
  if (leading.name === 'valid') return leading.group;
  const bracketed = [...text.matchAll(/\[([^[\]]+)\]/g)].map((match) => match[1] ?? '');
  const mentionedGroups = bracketed.flatMap((name) => groups.filter((group) => isSameName(group, name)));
  return mentionedGroups[0] ?? null;
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
