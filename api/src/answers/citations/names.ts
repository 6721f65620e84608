/** Parts of a name that a text leaves out or translates. */
const TITLES =
  /^(?:mr|mrs|ms|miss|dr|prof|sir|frau|herrn?|mme|m|mlle|monsieur|madame|sra?|señora?|signora?|sig|mevr|dhr)$/i;
/** Words with a capital letter that are no names. */
const NO_NAMES =
  /^(?:I|I['’]\p{L}{1,3}|AI|OK|AVA|The|This|That|These|Those|It|In|On|At|For|And|But|Or|An?|Yes|No|Not|See|If|When|As|By|Of|To|Note|Total|PDF|Euros?|EUR|USD|GBP|CHF|English|German|French|Spanish|Italian|Q|FY|CY|H)$/u;
/** An abbreviation in capital letters, which is a name in every language. */
const ACRONYM = /^\p{Lu}[\p{Lu}&]{1,7}$/u;
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&.-]{0,60}/gu;
/** What begins a sentence, a label, a quotation or an item of a list. */
const START = /(?:^|[.!?:;•|>()“"„«*_\n–—]|^\s{0,12}[-+])[\s*_“"„«(]{0,6}$/u;
/** The label of an item of a list, whose words can all have capital letters. */
const LABEL = /^[\s*_>#+•-]{0,8}[^:.\n]{1,60}:[*_]{0,2}(?=\s|$)/gmu;

/**
 * The names in a text of a script with capital letters, each with its words. The first word of a sentence, and any noun of a
 * German text, is a name only if it is known as one.
 * @param language `null` if it is not known, which is treated like German
 */
export function readNames(text: string, language: string | null, isKnownName: (word: string) => boolean): string[][] {
  const names: string[][] = [];
  let end = -1;
  const plain = text.replace(LABEL, (label) => `${' '.repeat(label.length - 1)}:`);
  for (const { 0: written, index } of plain.matchAll(TOKEN)) {
    const word = written.replace(/['’]s$/, '').replace(/[.'’&-]{1,3}$/, '');
    if (!/^\p{Lu}[\p{L}\p{M}&'’.-]{0,60}$/u.test(word) || NO_NAMES.test(word)) continue;
    const isStart = START.test(plain.slice(Math.max(0, index - 12), index));
    const continues = end >= 0 && /^[ \u00a0.]{1,2}$/.test(plain.slice(end, index));
    if (!continues) names.push([]);
    const canBeNoun = isStart || language === 'de' || language === null;
    if (!TITLES.test(word) && (!canBeNoun || ACRONYM.test(word) || isKnownName(word))) names.at(-1)!.push(word);
    end = index + written.length;
  }
  return names.filter((words) => words.length > 0);
}

export interface Capitals {
  /** Words with a capital letter inside a sentence. */
  names: ReadonlySet<string>;
  /** Words that begin with a small letter. */
  ordinary: ReadonlySet<string>;
}

export function readCapitals(text: string): Capitals {
  const names = new Set<string>();
  const ordinary = new Set<string>();
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    const before = text.slice(Math.max(0, index - 2), index);
    if (/^\p{Ll}/u.test(word)) ordinary.add(word);
    else if (/^\p{Lu}\p{Ll}/u.test(word) && /[\p{L},] $/u.test(before))
      names.add(word.replace(/['’]s$|[.'’&-]{1,3}$/, ''));
  }
  return { names, ordinary };
}
