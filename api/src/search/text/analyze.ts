import type { Store } from '../../storage/store.ts';
import { languageOf, type Language } from './detectLanguage.ts';
import { plain, wordsOf, type Word } from './words.ts';

/** A term that is indexed and asked for: a word's stem without accents, or a number or id as it is. */
export interface Term {
  term: string;
  /** The word as it was written, in lower case. */
  shown: string;
  /** Where the word begins in the text. */
  at: number;
}

export interface Analysed {
  language: Language;
  /** In order, without the words that carry no meaning by themselves. `position` counts those too. */
  terms: (Term & { position: number })[];
}

export type Stems = Store['stems'];

/** Stop words of the language at hand are left out; where a text has no others, they are all it says, and stay. */
export async function analyse(stems: Stems, text: string, otherwise: Language, known?: Language): Promise<Analysed> {
  const words = wordsOf(text);
  const language =
    known ??
    languageOf(
      words.map((word) => word.text),
      otherwise,
    );
  const spelled = words.filter((word) => !word.whole).map((word) => word.text);
  const stemOf = await stems.stem(language, spelled);
  const terms = words.flatMap((word, position) => {
    const term = termOf(word, stemOf);
    return term === '' ? [] : [{ term, shown: word.text, at: word.at, position }];
  });
  return { language, terms };
}

function termOf(word: Word, stemOf: ReadonlyMap<string, string>): string {
  return plain(word.whole ? word.text : (stemOf.get(word.text) ?? word.text));
}
