import { getTerms } from '#sandbox/models/extractive/text/words.ts';

/** Quantities that are recognized by their units. */
type Measure = 'length' | 'weight' | 'temperature' | 'volume' | 'speed';

/** The kind of answer that a question expects; `extent` is a length or a duration: "How long is …?" */
export type QuestionKind =
  | 'who'
  | 'when'
  | 'where'
  | 'duration'
  | 'extent'
  | 'money'
  | 'percent'
  | Measure
  | 'color'
  | 'material'
  | 'year'
  | 'day'
  | 'number'
  | 'definition'
  | 'why'
  | 'how'
  | 'list'
  | 'plain';

/** The first match applies, so specific patterns come before general ones. */
const KINDS: [QuestionKind, RegExp][] = [
  ['extent', /\bhow long (?:is|are|was|were)\b/iu],
  [
    'duration',
    /\bhow (?:long|old|soon|quickly|often)\b|\b(?:what|which) (?:age|interval|period)\b|\bwie (?:lange|alt|oft)\b|\bcombien de temps\b|\bcu[aá]nto tiempo\b/iu,
  ],
  ['percent', /\bpercent(?:age)?\b|\bwhat (?:share|proportion)\b|%|\bprozent\b/iu],
  [
    'money',
    /\b(?:what|how much)\b.{0,40}\b(?:costs?|price|fee|budget|salary|pay|spend|allowance)\b|\bhow (?:expensive|much (?:is|are|does|do))\b/iu,
  ],
  ['day', /\b(?:what|which) (?:day|date)\b/iu],
  ['year', /\b(?:what|which) year\b/iu],
  [
    'material',
    /\b(?:what|which) (?:material|metal|wood|stone|fabric|cloth)s?\b|\bout of (?:what|which)\b|\bmade (?:of|from)\b/iu,
  ],
  ['color', /\b(?:which|what) colou?r\b/iu],
  ['temperature', /\btemperature\b|\bhow (?:warm|hot|cold|cool)\b/iu],
  ['weight', /\b(?:heavy|heaviest|heavier|weigh|weighs|weight)\b/iu],
  [
    'speed',
    /\bhow fast\b|\b(?:what|which) (?:\w+ )?(?:speed|velocity|strength)\b|\b(?:speed|velocity|strength) of\b/iu,
  ],
  ['volume', /\b(?:what|which) volume\b|\bhow much (?:water|wine|oil|fuel|milk|gas|liquid)\b/iu],
  [
    'length',
    /\bhow (?:far|high|tall|wide|deep|thick|broad)\b|\b(?:altitude|elevation|height|width|depth|thickness|diameter|distance|length|ascent|descent)\b/iu,
  ],
  ['percent', /\bhow (?:moist|humid|damp)\b/iu],
  [
    'number',
    /\bhow (?:many|much|big|large)\b|\b(?:limit|maximum|minimum|capacity|size)\b|\bwhat number\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[oa]s?\b/iu,
  ],
  [
    'when',
    /(?:^|\b(?:until|since|by) )when\b|\bwhen (?:is|are|was|were|do|does|did|will|can|should|must|may|has|have)\b|\b(?:what|which) (?:month|time)\b|\bdeadline\b|\bwann\b|\bquand\b|\bcu[aá]ndo\b/iu,
  ],
  ['who', /\bwho(?:m|se)?\b|\bwhich (?:person|people|colleague)\b|(?:^|\s)(?:wer|wem|wen)\b|\bqui[eé]n\b|^qui\b/iu],
  ['where', /\bwhere\b|\bwhich (?:place|city|country|office|room|building)\b|(?:^|\s)wo\b|(?:^|\s)où\b|\bd[oó]nde\b/iu],
  ['why', /\bwhy\b|\bwhat is the (?:reason|purpose)\b|\bwarum\b|\bpourquoi\b|\bpor qu[eé]\b/iu],
  ['list', /^\s*(?:list|name|enumerate)\b|\b(?:which|what) (?:\w+ )?(?:are|were)\b|\bwhat all\b|\bwhich \w+s\b/iu],
  [
    'definition',
    /^\s*(?:define|explain)\b|\bwhat (?:is|does) (?:an? |the )?[\w .-]{2,40}?(?: mean| stand for)?\s*\??$|\bwas ist\b|\bqu'est-ce\b|\bqu[eé] es\b/iu,
  ],
  ['how', /\bhow (?:do|does|can|should|to|is|are|did|would|may|must)\b/iu],
];

export function classifyQuestion(question: string): QuestionKind {
  return KINDS.find(([, pattern]) => pattern.test(question))?.[0] ?? 'plain';
}

const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|quarter|once|twice|dozen|zwei|drei|vier|fünf|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez)\b/iu;
const DIGITS = /\p{N}/u;
const TIME_UNIT =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?|decades?|annual(?:ly)?|daily|weekly|monthly|yearly|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|d[ií]as?|semanas?|meses|años?)\b/iu;
const DATE =
  /\b(?:1[0-9]|20|21)\d{2}\b|\b\d{1,2}[./:-]\d{1,2}\b|\b\d{1,2} ?(?:a\.?m|p\.?m)\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?= \d)|(?<=\d )may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|juni|juli|oktober|dezember|enero|janvier)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:today|tomorrow|yesterday|noon|midnight|end of (?:the )?(?:week|month|quarter|year))\b/iu;
/** Capitalized words that are not people: days, months, and named things such as the Bell Rope. */
const CALENDAR =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)\b/giu;
const THING = /\b(?:[Tt]he|[Aa]n?) (?:\p{Lu}\p{L}+(?:[ -]|\b))+/gu;
const MOMENT = /\b(?:next|previous|following|before|after|until|within|at once|immediately|every time|as soon as)\b/iu;
const MONEY =
  /[€$£¥]|\b(?:eur|usd|gbp|chf|sek|nok|dkk|euros?|dollars?|pounds?|francs?|crowns?|kron\w+|rupees?|yen|pesos?|cents?|pence)\b/iu;
const PERCENT = /%|\bper ?cent\b|\bprozent\b|\bpercentage\b/iu;
const NAME = /(?:^|[^.!?]\s)(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?\p{Lu}\p{Ll}+(?:[- ]\p{Lu}\p{Ll}+)+|\S\s+\p{Lu}\p{Ll}{2,}/u;
const ROLE =
  /\b(?:manager|director|head|officer|team|lead(?:er)?|owner|chair|committee|board|department|administrator|secretary|president|supervisor|employees?|staff|members?|everyone|anyone|leitung|leiter(?:in)?)\b/iu;
const PLACE =
  /\b(?:in|at|on|near|to|from|inside|outside|behind|opposite)\s+(?:the\s+)?(?:\p{Lu}|\w+ (?:floor|room|building|office|street|desk|drive|site|folder))|\b(?:floor|room|building|street|avenue|cabinet|warehouse)\b/u;
const REASON =
  /\b(?:because|since|due to|so that|in order to|therefore|as a result|owing to|thanks to|the reason|weil|damit|parce que|porque)\b/iu;
const MANNER =
  /\b(?:by \w+ing|via|using|through|first|then|must|should|click|open|select|choose|fill|send|submit|enter|ask|use|go to)\b/iu;

const COLOR =
  /\b(?:red|blue|green|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|silver|gold(?:en)?|ivory|beige|charcoal|turquoise|crimson|scarlet|navy|cream|rot|blau|gr[üu]n|gelb|rouge|bleu|vert|rojo|azul|verde)\b/iu;
const MATERIAL =
  /\b(?:steel|iron|copper|brass|bronze|alumini?um|silver|gold|lead|tin|zinc|metal|stone|granite|limestone|sandstone|marble|slate|chalk|brick|concrete|cement|clay|glass|ceramics?|porcelain|plaster|wood|timber|oak|larch|pine|beech|birch|ash|bamboo|cork|plastics?|nylon|rubber|leather|wool|cotton|linen|silk|felt|hemp|canvas|paper|cardboard|straw|reed|holz|stein|stahl|bois|pierre|acier)\b/iu;
const MONTH = '(?:jan|feb|m(?:ar|är)|apr|ma[iy]|june?|juli?|july|aug|sep|o[ck]t|nov|de[cz])\\p{L}*';
const DAY = new RegExp(
  `\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?${MONTH}|\\b\\d{1,2}(?:st|nd|rd|th)\\b|${MONTH} \\d{1,2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b`,
  'iu',
);
const YEAR = /\b(?:1\d|20|21)\d{2}\b/u;
const LENGTH = '(?:(?:kilo|centi|milli|nano)?met(?:re|er)s?|km|cm|mm|m|miles?|feet|foot|ft|inch(?:es)?|yards?)';
const UNITS: Record<Measure, RegExp> = {
  length: new RegExp(`\\b(?:nautical )?${LENGTH}\\b(?! (?:an|per) |\\/|²|³)`, 'iu'),
  weight: /\b(?:kilo(?:gram)?s?|grams?|kg|tonn?e?s?|pounds?|lbs?|ounces?)\b/iu,
  temperature: /\bdegrees?\b|°|\b(?:celsius|fahrenheit|kelvin)\b/iu,
  volume: /\b(?:(?:hecto|milli|centi)?lit(?:re|er)s?|gallons?|barrels?|pints?|cubic)\b|m³/iu,
  speed: new RegExp(`\\b${LENGTH} (?:an|per) (?:hour|minute|second)\\b|\\b(?:km\\/h|mph|knots?|beaufort)\\b`, 'iu'),
};

function createMeasureScorer(kind: Measure): (sentence: string) => number {
  return (text) => (hasNumber(text) && UNITS[kind].test(text) ? 1 : 0);
}

/** "For 13 weeks" says how long, not when. */
const SPAN =
  /\bfor (?:(?:up to|at least|at most|about|another|the next|the first) )?[\p{L}\p{N}]{1,20} (?:hour|day|week|month|year)s?\b/giu;

const RELATIVE = /\b(?:next|previous|following|before|after|until) (?:(?:the|an?|our|your|their) )?(\p{L}{1,30})/giu;

/** "With the next salary" does not say when salaries are paid. */
function removeAskedMoments(text: string, question: string): string {
  const asked = new Set(getTerms(question));
  return text.replaceAll(RELATIVE, (phrase, word: string) =>
    getTerms(word).some((term) => asked.has(term)) ? '…' : phrase,
  );
}

function scoreMoment(text: string, question: string): number {
  const moments = removeAskedMoments(text.replaceAll(SPAN, '…'), question);
  if (DATE.test(moments)) return 1;
  return TIME_UNIT.test(moments) ? 0.6 : MOMENT.test(moments) ? 0.5 : 0;
}

const scoreDuration = (text: string) => (TIME_UNIT.test(text) && hasNumber(text) ? 1 : TIME_UNIT.test(text) ? 0.5 : 0);

const SCORERS: { [Kind in QuestionKind]?: (sentence: string, question: string) => number } = {
  duration: scoreDuration,
  extent: (text) => Math.max(/\bevery\b/iu.test(text) ? 0 : scoreDuration(text), createMeasureScorer('length')(text)),
  length: createMeasureScorer('length'),
  weight: createMeasureScorer('weight'),
  temperature: createMeasureScorer('temperature'),
  volume: createMeasureScorer('volume'),
  speed: createMeasureScorer('speed'),
  day: (text) => (DAY.test(text) ? 1 : 0),
  year: (text) => (YEAR.test(text) ? 1 : 0),
  material: (text) => (MATERIAL.test(text) ? 1 : 0),
  color: (text) => (COLOR.test(text) ? 1 : 0),
  percent: (text) => (PERCENT.test(text) && hasNumber(text) ? 1 : 0),
  money: (text) => (MONEY.test(text) && hasNumber(text) ? 1 : hasNumber(text) ? 0.4 : 0),
  number: (text) => (hasNumber(text) ? 1 : 0),
  when: scoreMoment,
  who: (text) => (NAME.test(text.replaceAll(CALENDAR, '…').replaceAll(THING, '… ')) ? 1 : ROLE.test(text) ? 0.7 : 0),
  where: (text) => (PLACE.test(text) ? 1 : 0),
  why: (text) => (REASON.test(text) ? 1 : 0),
  how: (text) => (MANNER.test(text) ? 0.6 : 0),
};

function hasNumber(text: string): boolean {
  return DIGITS.test(text) || NUMBER_WORD.test(text);
}

const COUNTING = /\bhow (?:many\b|(?:large|big) an?\b)/iu;

/** Numbers that are not counts: years, times, amounts of money and measures. */
const MEASURE = new RegExp(
  `(?:\\b(?:in|from|since|of|until|by) (?:1\\d|20|21)\\d{2}\\b)|\\b\\d{1,2}[:.]\\d{2}\\b|\\p{N}[\\p{N}.,]*\\s*(?:${[
    MONEY,
    PERCENT,
    TIME_UNIT,
    ...Object.values(UNITS),
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'giu',
);

/**
 * Likelihood that a sentence contains the expected kind of answer, 0 … 1; 0 for kinds without a scorer. A measure, for
 * example in degrees, does not answer a question that asks for a count unless the question contains the unit.
 */
export function scoreKind(kind: QuestionKind, sentence: string, question = ''): number {
  if (kind !== 'number' || !COUNTING.test(question)) return SCORERS[kind]?.(sentence, question) ?? 0;
  const lowerQuestion = question.toLowerCase();
  const counts = sentence.replaceAll(MEASURE, (measure) => {
    const unit = /\p{L}+$/u.exec(measure)?.[0].toLowerCase().replace(/s$/, '');
    return unit && lowerQuestion.includes(unit) ? measure : '…';
  });
  return SCORERS.number?.(counts, question) ?? 0;
}

const REQUIRED = new Set<QuestionKind>([
  'when',
  'day',
  'year',
  'material',
  'number',
  'percent',
  'duration',
  'extent',
  'money',
  'length',
  'weight',
  'temperature',
  'volume',
  'speed',
  'color',
]);

/** Whether an answer must match the kind: a sentence without a date does not answer a question that asks for one. */
export function isRequiredKind(kind: QuestionKind): boolean {
  return REQUIRED.has(kind);
}

/** Whether patterns recognize the kind reliably. A place, a reason or a manner can be expressed in many ways. */
export function isReliableKind(kind: QuestionKind): boolean {
  return kind === 'who' || isRequiredKind(kind);
}
