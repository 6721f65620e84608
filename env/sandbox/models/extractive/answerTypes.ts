/** What kind of thing a question asks for. */
export type QuestionKind =
  | 'who'
  | 'when'
  | 'where'
  | 'duration'
  | 'money'
  | 'percent'
  | 'number'
  | 'definition'
  | 'why'
  | 'how'
  | 'list'
  | 'plain';

/** First match decides: the narrow ones stand before the wide ones. */
const KINDS: [QuestionKind, RegExp][] = [
  [
    'duration',
    /\bhow (?:long|old|soon|quickly|often)\b|\bwie (?:lange|alt|oft)\b|\bcombien de temps\b|\bcu[aá]nto tiempo\b/iu,
  ],
  ['percent', /\bpercent(?:age)?\b|\bwhat (?:share|proportion)\b|%|\bprozent\b/iu],
  ['money', /\b(?:what|how much).{0,40}\b(?:cost|price|fee|budget|salary|pay|spend|allowance)\b|\bhow expensive\b/iu],
  [
    'number',
    /\bhow (?:many|much|far|big|large|high|tall|wide)\b|\bwhat number\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[oa]s?\b/iu,
  ],
  [
    'when',
    /(?:^|\b(?:until|since|by) )when\b|\bwhen (?:is|are|was|were|do|does|did|will|can|should|must|may|has|have)\b|\b(?:what|which) (?:date|day|year|month|time)\b|\bdeadline\b|\bwann\b|\bquand\b|\bcu[aá]ndo\b/iu,
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

export function kindOfQuestion(question: string): QuestionKind {
  return KINDS.find(([, pattern]) => pattern.test(question))?.[0] ?? 'plain';
}

const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|quarter|once|twice|dozen|zwei|drei|vier|fünf|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez)\b/iu;
const DIGITS = /\p{N}/u;
const TIME_UNIT =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?|decades?|annual(?:ly)?|daily|weekly|monthly|yearly|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?|d[ií]as?|semanas?|meses|años?)\b/iu;
const DATE =
  /\b(?:1[0-9]|20|21)\d{2}\b|\b\d{1,2}[./:-]\d{1,2}\b|\b\d{1,2} ?(?:a\.?m|p\.?m)\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?= \d)|(?<=\d )may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|juni|juli|oktober|dezember|enero|janvier)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|yesterday|noon|midnight|end of (?:the )?(?:week|month|quarter|year))\b/iu;
const MOMENT = /\b(?:next|previous|following|before|after|until|within|at once|immediately|every time|as soon as)\b/iu;
const MONEY = /[€$£¥]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?)\b/iu;
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

const SIGNS: { [Kind in QuestionKind]?: (sentence: string) => number } = {
  duration: (text) => (TIME_UNIT.test(text) && hasNumber(text) ? 1 : TIME_UNIT.test(text) ? 0.5 : 0),
  percent: (text) => (PERCENT.test(text) && hasNumber(text) ? 1 : 0),
  money: (text) => (MONEY.test(text) && hasNumber(text) ? 1 : hasNumber(text) ? 0.4 : 0),
  number: (text) => (hasNumber(text) ? 1 : 0),
  when: (text) => (DATE.test(text) ? 1 : TIME_UNIT.test(text) ? 0.6 : MOMENT.test(text) ? 0.5 : 0),
  who: (text) => (NAME.test(text) ? 1 : ROLE.test(text) ? 0.7 : 0),
  where: (text) => (PLACE.test(text) ? 1 : 0),
  why: (text) => (REASON.test(text) ? 1 : 0),
  how: (text) => (MANNER.test(text) ? 0.6 : 0),
};

function hasNumber(text: string): boolean {
  return DIGITS.test(text) || NUMBER_WORD.test(text);
}

/** How well a sentence holds the kind of thing asked for, 0 … 1; kinds without signs give 0. */
export function holdsKind(kind: QuestionKind, sentence: string): number {
  return SIGNS[kind]?.(sentence) ?? 0;
}

/** Kinds whose answer must show in the sentence: a question for a date is not answered by a sentence without one. */
export function needsKind(kind: QuestionKind): boolean {
  return kind === 'when' || kind === 'number' || kind === 'percent' || kind === 'duration' || kind === 'money';
}
