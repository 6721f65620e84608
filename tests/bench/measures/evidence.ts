import { getReadableScope } from '#api/search/access/readableScope.ts';
import { detectFileLanguage, indexFile } from '#api/search/indexing/indexFile.ts';
import { parseQuery } from '#api/search/ranking/queryTerms.ts';
import { searchSite } from '#api/search/searchSite.ts';
import { analyzeText } from '#api/search/text/analyze.ts';
import { pageNumber, type Extraction } from '#contract/files/locations.ts';
import { createBm25 } from '#tests/bench/search/bm25.ts';
import { addSite, reader, openCorpus, makeSiteId, TENANT, type BenchCorpus } from '#tests/bench/search/benchCorpus.ts';
import { companies } from '#tests/bench/reports/companies.ts';
import { makeReports, type Report } from '#tests/bench/reports/makeReports.ts';
import { readQuestions, type ReportQuestion } from '#tests/bench/reports/questions.ts';
import { measureSet } from '#tests/bench/search/evidenceOfSet.ts';
import type { BenchOptions, Figure, Measure } from '#tests/bench/figures.ts';

const SITE = makeSiteId(1);
const QUICK_COMPANIES = 2;
/** The tokens that a model with a window of 12,000 tokens reads, and a model with a large window. */
const TOKENS = [3_600, 24_000];
const PEER_PAGES = 12;
const never = new AbortController().signal;

/** Where questions are searched, and the share that BM25 can answer at most; with more, the reports are too easy. */
const places = [
  { name: 'in the right file', maxBm25: 55, getItemIds: ({ file }: ReportQuestion) => [file] },
  { name: 'over all files', maxBm25: 25, getItemIds: () => null },
];

/**
 * How often a page with the evidence is among the passages of a question about annual reports of 200 pages: as the
 * question is typed, and with the queries that a model writes for it. The peer is plain BM25 over whole pages.
 */
export const evidence: Measure = async (options) => [
  ...(options.questions ? [] : await measureReports(options)),
  ...(await measureSet(options)),
];

async function measureReports({ quick }: BenchOptions): Promise<Figure[]> {
  const ids = companies.map(({ id }) => id).slice(0, quick ? QUICK_COMPANIES : companies.length);
  const reports = [...makeReports(ids)];
  const questions = (await readQuestions()).filter(({ file }) => reports.some(({ fileName }) => fileName === file));
  const corpus = await openCorpus(null);
  try {
    await addSite(
      corpus,
      SITE,
      reports.map(({ fileName }) => fileName),
    );
    for (const report of reports) await indexReport(corpus, report);
    const analyzed = await Promise.all(reports.map((report) => analyzePages(corpus, report)));
    const figures: Figure[] = [];
    for (const place of places) figures.push(...(await measure(corpus, analyzed, questions, place)));
    const pages = analyzed.reduce((sum, file) => sum + file.pages.length, 0);
    return figures.map((figure, index) =>
      index === 0
        ? { ...figure, note: `${questions.length} questions, ${reports.length} files, ${pages} pages` }
        : figure,
    );
  } finally {
    await corpus.close();
  }
}

type Place = (typeof places)[number];

interface AnalyzedFile {
  report: Report;
  pages: { id: string; terms: string[] }[];
}

const toPageId = (fileName: string, page: number | null) => `${fileName}#${page}`;

const toExtraction = ({ pages }: Report): Extraction => ({
  type: 'PDF',
  parts: pages.map((text, index) => ({ location: { kind: 'page', page: index + 1 }, text })),
  pages: pages.length,
  usedOcr: false,
});

async function indexReport({ ctx }: BenchCorpus, report: Report): Promise<void> {
  const file = { tenantId: TENANT, siteId: SITE, itemId: report.fileName, etag: 'v1', name: report.fileName };
  await indexFile(ctx, { ...file, extraction: toExtraction(report) }, never);
}

async function analyzePages({ store }: BenchCorpus, report: Report): Promise<AnalyzedFile> {
  const language = detectFileLanguage(toExtraction(report));
  const analyze = async (text: string) =>
    (await analyzeText(store.stems, text, 'english', language)).terms.map(({ term }) => term);
  const terms = await Promise.all(report.pages.map(analyze));
  return { report, pages: terms.map((page, index) => ({ id: toPageId(report.fileName, index + 1), terms: page })) };
}

async function measure(
  { ctx, store }: BenchCorpus,
  files: readonly AnalyzedFile[],
  questions: readonly ReportQuestion[],
  { name, maxBm25, getItemIds }: Place,
): Promise<Figure[]> {
  const rankPages = createPeer(files);
  let bm25 = 0;
  const reached = new Map<string, number>();
  for (const question of questions) {
    const itemIds = getItemIds(question);
    const scope = await getReadableScope(ctx, reader, { tenantId: TENANT, siteIds: [SITE], itemIds }, never);
    const isEvidence = createEvidenceTest(files, question);
    const { terms } = await parseQuery(store, scope, question.text);
    if (rankPages(itemIds, terms).slice(0, PEER_PAGES).some(isEvidence)) bm25 += 1;
    for (const [variant, queries] of Object.entries({ typed: [question.text], written: question.queries }))
      for (const maxTokens of TOKENS) {
        const { passages } = await searchSite(ctx, reader, scope, { queries, maxTokens }, never);
        const isReached = passages.some(({ fileId, location }) => isEvidence(toPageId(fileId, pageNumber(location))));
        const key = `${variant}, ${maxTokens.toLocaleString('en-US')} tokens`;
        reached.set(key, (reached.get(key) ?? 0) + Number(isReached));
      }
  }
  const toShare = (count: number) => (count / Math.max(1, questions.length)) * 100;
  const peer = { name: `BM25, ${PEER_PAGES} pages`, value: toShare(bm25) };
  return [
    { name: `${name}: BM25 over pages, question as typed`, value: peer.value, unit: '%', aim: { atMost: maxBm25 } },
    ...[...reached].map(([variant, count]): Figure => ({
      name: `${name}: question as ${variant}`,
      value: toShare(count),
      unit: '%',
      peer,
    })),
  ];
}

function createEvidenceTest(files: readonly AnalyzedFile[], { file, topics }: ReportQuestion) {
  const report = files.find(({ report: { fileName } }) => fileName === file)?.report;
  const pages = new Set(
    topics.flatMap((topic) => (report?.topicPages.get(topic) ?? []).map((page) => toPageId(file, page))),
  );
  return (pageId: string) => pages.has(pageId);
}

/** Plain BM25, with the statistics of the pages that are searched. */
function createPeer(files: readonly AnalyzedFile[]) {
  const ofAllFiles = createBm25(files.flatMap(({ pages }) => pages));
  const ofFile = new Map(files.map(({ report: { fileName }, pages }) => [fileName, createBm25(pages)]));
  return (itemIds: readonly string[] | null, terms: readonly string[]): string[] =>
    (itemIds === null ? ofAllFiles : ofFile.get(itemIds[0] ?? ''))?.(terms) ?? [];
}
