/** What a prompt begins with: no mention, a group that exists, or an @ that names none. */
export type LeadingMention = { name: 'none' } | { name: 'valid'; group: string; rest: string } | { name: 'invalid' };

/** Reads the mention a prompt begins with: `@[Group name]`, `[Group name]` or `@Group name`, in any case of letters. */
export function leadingMention(text: string, groups: readonly string[]): LeadingMention {
  const prompt = text.trimStart();
  const bracketed = /^@?\[([^\]]+)\]/.exec(prompt);
  if (bracketed) {
    const group = groups.find((name) => sameName(name, bracketed[1] ?? ''));
    if (group !== undefined) return { name: 'valid', group, rest: prompt.slice(bracketed[0].length).trimStart() };
  }
  if (!prompt.startsWith('@')) return { name: 'none' };
  const group = longestFirst(groups).find((name) => beginsWithWord(prompt.slice(1), name));
  if (group === undefined) return { name: 'invalid' };
  return { name: 'valid', group, rest: prompt.slice(1 + group.length).trimStart() };
}

/** Puts a leading @name of an existing group into brackets; any other text stays as it is. */
export function bracketMention(text: string, groups: readonly string[]): string {
  const mention = leadingMention(text, groups);
  return mention.name === 'valid' ? `[${mention.group}] ${mention.rest}`.trimEnd() : text;
}

/** Whether a text is a valid mention and nothing else. */
export function isLoneMention(text: string, groups: readonly string[]): boolean {
  const mention = leadingMention(text, groups);
  return mention.name === 'valid' && mention.rest.trim() === '';
}

/** The first of these groups that a text names, as the mention it begins with or in brackets further on. */
export function mentionedGroup(text: string, groups: readonly string[]): string | null {
  const leading = leadingMention(text, groups);
  if (leading.name === 'valid') return leading.group;
  const bracketed = [...text.matchAll(/\[([^[\]]+)\]/g)].map((match) => match[1] ?? '');
  const named = bracketed.flatMap((words) => groups.filter((group) => sameName(group, words)));
  return named[0] ?? null;
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function beginsWithWord(text: string, name: string): boolean {
  if (!sameName(text.slice(0, name.length), name)) return false;
  return !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

/** So that `@Finance Board` is not taken for the group Finance. */
function longestFirst(groups: readonly string[]): string[] {
  return groups.toSorted((a, b) => b.length - a.length);
}
