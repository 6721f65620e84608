import { indexFile } from '#api/search/indexing/indexFile.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { countReached } from '#evaluate/figures.ts';
import type { Question } from '#evaluate/questionFile.ts';
import { percentile, type BenchOptions, type Figure } from '#tests/bench/figures.ts';
import { addSite, makeSiteId, openCorpus, TENANT, type BenchCorpus } from './benchCorpus.ts';
import { replayLooks, searchFirst, toPlace, type LookedUp, type Scope } from './lookupLoop.ts';
import { makeInventedSet, readQuestionSet, type QuestionSet } from './questionSet.ts';

const SITES = [makeSiteId(1), makeSiteId(2)] as const;
const FEW = 12;
const QUICK_STEP = 10;
const MAX_TOKENS = 24_000;
const never = new AbortController().signal;

interface Aims {
  typed: number;
  written: number;
  /** Whether all pieces of the evidence were found. */
  writtenWhole: number;
  looked: number;
}

/** Where a question is searched, given the sites with its evidence. Null if it is not asked there. */
const places: { name: string; toScope: (question: Question, sites: readonly string[]) => Scope | null; aims: Aims }[] =
  [
    {
      name: 'in the right files',
      toScope: ({ evidence }) => ({ siteIds: SITES, itemIds: [...new Set(evidence.map(({ file }) => file))] }),
      aims: { typed: 70, written: 98, writtenWhole: 93, looked: 99 },
    },
    {
      name: 'in the right site',
      toScope: (_, siteIds) => (siteIds.length === 1 ? { siteIds, itemIds: null } : null),
      aims: { typed: 50, written: 93, writtenWhole: 85, looked: 96 },
    },
    {
      name: 'over all sites',
      toScope: () => ({ siteIds: SITES, itemIds: null }),
      aims: { typed: 50, written: 93, writtenWhole: 85, looked: 96 },
    },
  ];

/** The second site has every second file. */
const getSite = ({ files }: QuestionSet, name: string) =>
  SITES[files.findIndex((file) => file.name === name) % SITES.length] ?? '';

const listSites = (set: QuestionSet, { evidence }: Question) => [
  ...new Set(evidence.map(({ file }) => getSite(set, file))),
];

/**
 * How often the evidence of questions is among what the model reads: in the first round, with the question as typed and with
 * the queries that a strong model wrote, and after the look-ups that this model made. Questions of `--questions FILE --corpus
 * DIR` replace the invented ones; `looks.json` next to the file has what a model looked up.
 */
export async function measureSet({ quick, questions: path, corpus: folder }: BenchOptions): Promise<Figure[]> {
  const set = path && folder ? await readQuestionSet(path, folder) : await makeInventedSet();
  const all = set.questions.filter(({ evidence }) => evidence.length > 0);
  const questions = quick ? all.filter((_, index) => index % QUICK_STEP === 0) : all;
  const corpus = await openCorpus(null);
  try {
    await indexSet(corpus, set);
    const figures: Figure[] = [];
    for (const { name, toScope, aims } of places) {
      const results: Measured[] = [];
      for (const question of questions) {
        const scope = toScope(question, listSites(set, question));
        if (scope) results.push(await measureQuestion(corpus, set, question, scope));
      }
      const [first, ...others] = toFigures(`set, ${name}`, results, aims);
      figures.push({ ...first!, note: `${results.length} questions` }, ...others);
    }
    const [first, ...rest] = figures;
    const pages = set.files.reduce((sum, { extraction }) => sum + (extraction.pages ?? 0), 0);
    return first ? [{ ...first, note: `${first.note}, ${set.files.length} files, ${pages} pages` }, ...rest] : [];
  } finally {
    await corpus.close();
  }
}

async function indexSet(corpus: BenchCorpus, set: QuestionSet): Promise<void> {
  for (const siteId of SITES) {
    const own = set.files.filter(({ name }) => getSite(set, name) === siteId);
    await addSite(
      corpus,
      siteId,
      own.map(({ name }) => name),
    );
    for (const { name, extraction } of own)
      await indexFile(corpus.ctx, { tenantId: TENANT, siteId, itemId: name, etag: 'v1', name, extraction }, never);
  }
}

interface Measured {
  question: Question;
  typed: readonly Passage[];
  /** Null if no model has written queries for the question. */
  written: readonly Passage[] | null;
  looked: LookedUp | null;
}

async function measureQuestion(
  corpus: BenchCorpus,
  { recorded }: QuestionSet,
  question: Question,
  scope: Scope,
): Promise<Measured> {
  const looks = recorded.get(question.id);
  return {
    question,
    typed: await searchFirst(corpus, scope, [question.question]),
    written: looks ? await searchFirst(corpus, scope, looks.queries) : null,
    looked: looks ? await replayLooks(corpus, scope, looks) : null,
  };
}

function toFigures(name: string, results: readonly Measured[], aims: Aims): Figure[] {
  const recorded = results.filter(({ looked }) => looked !== null);
  const looked = recorded.flatMap((result) => result.looked ?? []);
  const share = (of: readonly Measured[], read: (result: Measured) => readonly Passage[], isWhole: boolean) => {
    const reached = of.filter((result) => {
      const { evidence } = result.question;
      const count = countReached(evidence, read(result).map(toPlace));
      return isWhole ? count === evidence.length : count > 0;
    });
    return of.length === 0 ? null : (reached.length / of.length) * 100;
  };
  type Read = (result: Measured) => readonly Passage[];
  const toFigure = (title: string, value: number | null, aim?: number): Figure => ({
    name: `${name}: ${title}`,
    value,
    unit: '%',
    ...(aim !== undefined && { aim: { atLeast: aim } }),
  });
  const both = (title: string, of: readonly Measured[], read: Read, aim?: number, wholeAim?: number): Figure[] => [
    toFigure(title, share(of, read, false), aim),
    toFigure(`${title}, all evidence`, share(of, read, true), wholeAim),
  ];
  const times = looked.flatMap((result) => result.times);
  const few = (passages: readonly Passage[]) => passages.slice(0, FEW);
  const [ofLoop, ofLoopWhole] = both(
    'with look-ups',
    recorded,
    ({ looked: read }) => read?.passages ?? [],
    aims.looked,
  );
  return [
    ...both(`question as typed, ${FEW} passages`, results, ({ typed }) => few(typed)),
    ...both('question as typed, 24,000 tokens', results, ({ typed }) => typed, aims.typed),
    ...both(`written queries, ${FEW} passages`, recorded, ({ written }) => few(written ?? [])),
    ...both(
      'written queries, 24,000 tokens',
      recorded,
      ({ written }) => written ?? [],
      aims.written,
      aims.writtenWhole,
    ),
    { ...ofLoop!, note: `${recorded.length} questions, ${times.length} looks` },
    ofLoopWhole!,
    {
      name: `${name}: most tokens of passages at once`,
      value: looked.length > 0 ? Math.max(...looked.map(({ tokens }) => tokens)) : null,
      unit: '',
      aim: { atMost: MAX_TOKENS },
    },
    { name: `${name}: a look, p95`, value: times.length > 0 ? percentile(times, 0.95) : null, unit: 'ms' },
  ];
}
