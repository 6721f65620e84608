/** A call that a question asks for. */
type FunctionChoice = { name: string; arguments: Record<string, unknown> };

type Rule = { name: string; pattern: RegExp; toArguments: (match: RegExpExecArray) => Record<string, unknown> };

const END = String.raw`(?:\s+and\s+(?:read|quote|summari[sz]e|tell)\b.*)?[?.!]*\s*$`;

/** The first rule applies whose function is offered and whose pattern matches. */
const rules: Rule[] = [
  {
    name: 'workplace_canteen_menu',
    pattern: /\b(?:menu|canteen|lunch)\b.*?\b(monday|tuesday|wednesday|thursday|friday)\b/i,
    toArguments: ([, day = '']) => ({ day: `${day.charAt(0).toUpperCase()}${day.slice(1).toLowerCase()}` }),
  },
  {
    name: 'workplace_find_free_room',
    pattern: /\b(?:free|meeting) rooms?\b(?:.*?\bin (?:the )?(harbour|mill))?/i,
    toArguments: ([, building]) => (building ? { building } : {}),
  },
  { name: 'workplace_it_status', pattern: /\b(?:it status|it services?|outages?)\b/i, toArguments: () => ({}) },
  {
    name: 'search_site',
    pattern: new RegExp(
      String.raw`\bsearch (?:the )?(?:site )?(?!mail\b|my mail)([\w&' -]{2,40}?) for (.+?)${END}`,
      'i',
    ),
    toArguments: ([, site = '', words = '']) => ({ site, words }),
  },
  {
    name: 'search_mail',
    pattern: new RegExp(String.raw`\bsearch (?:my )?mails? (?:for|about) (.+?)${END}`, 'i'),
    toArguments: ([, words = '']) => ({ words }),
  },
  {
    name: 'find_files',
    pattern: new RegExp(String.raw`\bfind (?:the |a |my )?files? (?:about |named |called |on )?(.+?)${END}`, 'i'),
    toArguments: ([, words = '']) => ({ words }),
  },
  {
    name: 'list_meetings',
    pattern: /\b(?:what|which|list|show)\b.*\bmeetings?\b/i,
    toArguments: ({ input }) => (/\b(?:had|last|past|were)\b/i.test(input) ? { past_days: 14, coming_days: 0 } : {}),
  },
  {
    name: 'find_people',
    pattern: new RegExp(String.raw`\b(?:who is|who's|find the person) (.+?)${END}`, 'i'),
    toArguments: ([, name = '']) => ({ name }),
  },
];

/** The call that a question asks for; undefined if no offered function fits. */
export function chooseFunction(question: string, offered: readonly string[]): FunctionChoice | undefined {
  for (const { name, pattern, toArguments } of rules) {
    const match = offered.includes(name) ? pattern.exec(question) : null;
    if (match) return { name, arguments: toArguments(match) };
  }
  return undefined;
}

/** Whether a question asks to read the file that is found for it. */
export function asksToRead(question: string): boolean {
  return /\band (?:read|quote|summari[sz]e|tell)\b/i.test(question);
}
