/** The words of numbers from 0, in their order; empty where a word means something else as well. */
const units: Readonly<Record<string, string>> = {
  en: 'zero , two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  de: 'null , zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'zéro , deux trois quatre cinq six sept huit , dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  es: 'cero , dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  it: 'zero , due tre quattro cinque , sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  pt: 'zero , dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
  nl: 'nul , twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
};
/** From twenty to ninety. */
const tens: Readonly<Record<string, string>> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante',
  es: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  nl: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
};
const ordinals: Readonly<Record<string, string>> = {
  en: ', , third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  de: ', , dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte',
  fr: ', deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  es: ', , tercer , , sexto séptimo octavo noveno décimo',
};
const multipliers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 },
  de: { hundert: 100, tausend: 1e3, millionen: 1e6, milliarden: 1e9 },
  fr: { cent: 100, cents: 100, mille: 1e3, millions: 1e6, milliards: 1e9 },
  es: { cien: 100, mil: 1e3, millones: 1e6 },
  it: { cento: 100, mila: 1e3, mille: 1e3, milioni: 1e6, miliardi: 1e9 },
  pt: { cem: 100, mil: 1e3, milhões: 1e6 },
  nl: { honderd: 100, duizend: 1e3, miljoen: 1e6, miljard: 1e9 },
};

interface NumberWord {
  kind: 'unit' | 'tens' | 'ordinal' | 'multiplier';
  value: number;
}

const dictionaries = new Map(Object.keys(units).map((language) => [language, readDictionary(language)]));

function readDictionary(language: string): ReadonlyMap<string, NumberWord> {
  const words = new Map<string, NumberWord>();
  const add = (list: string | undefined, kind: NumberWord['kind'], toValue: (index: number) => number) => {
    for (const [index, word] of (list?.split(' ') ?? []).entries())
      if (word !== ',') words.set(word, { kind, value: toValue(index) });
  };
  add(units[language], 'unit', (index) => index);
  add(tens[language], 'tens', (index) => 10 * (index + 2));
  add(ordinals[language], 'ordinal', (index) => index + 1);
  for (const [word, value] of Object.entries(multipliers[language] ?? {}))
    words.set(word, { kind: 'multiplier', value });
  return words;
}

/** In German, `fünfundzwanzig` and `vierzigtausend` are one word; the endings of ordinals and of adjectives vary. */
const GERMAN_PARTS = /^(\p{L}{3,7})und(\p{L}{5,8})$/u;
const WORD = /\p{L}{2,40}(?:-\p{L}{2,12}){0,3}/gu;

/** The numbers that a text writes in words, each where it begins: `forty thousand`, `fünfundzwanzig`, `third`. */
export function readNumberWords(text: string, language: string | null): { value: number; index: number }[] {
  const words = (['en', language ?? 'en'] as const).flatMap((name) => dictionaries.get(name) ?? []);
  const find = (word: string) => words.map((dictionary) => dictionary.get(word)).find((found) => found !== undefined);
  const numbers: { value: number; index: number; end: number; isOpen: boolean }[] = [];
  for (const { 0: word, index } of text.toLocaleLowerCase('en').matchAll(WORD)) {
    for (const { kind, value } of toNumberWords(word, find)) {
      const last = numbers.at(-1);
      const follows = last !== undefined && last.isOpen && index - last.end <= 1;
      if (kind === 'multiplier') {
        // A multiplier after digits, as in "2.3 million", is read with the digits.
        if (!follows) continue;
        last.value *= value;
        last.end = index + word.length;
      } else if (kind === 'unit' && follows && last.value >= 20 && last.value % 10 === 0 && value < 10) {
        last.value += value;
        last.end = index + word.length;
      } else numbers.push({ value, index, end: index + word.length, isOpen: kind !== 'ordinal' });
    }
  }
  return numbers.map(({ value, index }) => ({ value, index }));
}

function toNumberWords(word: string, find: (word: string) => NumberWord | undefined): NumberWord[] {
  const whole = find(word) ?? find(word.replace(/(?<=t)e[rnsm]$/, 'e'));
  if (whole) return [whole];
  const [, unit = '', ten = ''] = GERMAN_PARTS.exec(word) ?? [];
  const [one, many] = [find(unit === 'ein' ? '' : unit), find(ten)];
  if (many?.kind === 'tens' && (one?.kind === 'unit' || unit === 'ein'))
    return [{ kind: 'unit', value: many.value + (one?.value ?? 1) }];
  const multiplied = /^(\p{L}{3,12})(tausend|hundert|mila)$/u.exec(word);
  const base = multiplied && find(multiplied[1]!);
  if (base) return [base, find(multiplied[2]!)].flatMap((part) => part ?? []);
  const parts = word.split('-');
  const known = parts.map(find);
  return parts.length === 2 && known[0]?.kind === 'tens' && known[1]?.kind === 'unit'
    ? [{ kind: 'unit', value: known[0].value + known[1].value }]
    : [];
}
