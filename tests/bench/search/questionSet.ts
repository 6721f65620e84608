import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Extraction } from '#contract/files/locations.ts';
import { extract } from '#api/extract/extract.ts';
import { checkPages, parseQuestions, type Question } from '#evaluate/questionFile.ts';
import { makeFiles } from '#tests/bench/evaluationSet/documents.ts';
import { makeQuestions } from '#tests/bench/evaluationSet/questions.ts';
import type { RecordedLooks } from './lookupLoop.ts';

/** Questions about files, with what a strong model looked up for some of them, by their ids. */
export interface QuestionSet {
  files: { name: string; extraction: Extraction }[];
  questions: Question[];
  recorded: ReadonlyMap<string, RecordedLooks>;
}

const RECORDINGS = 'looks.json';
const invented = new URL(`../evaluationSet/${RECORDINGS}`, import.meta.url);

const readRecordings = async (path: string | URL) =>
  new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, RecordedLooks>));

/** The invented organization's set, as text without PDFs. */
export async function makeInventedSet(): Promise<QuestionSet> {
  const reports = makeFiles();
  const text = makeQuestions(reports).map((question) => JSON.stringify(question));
  const files = reports.map(({ fileName, pages }) => ({
    name: fileName,
    extraction: {
      type: 'PDF' as const,
      parts: pages.map((page, index) => ({ location: { kind: 'page' as const, page: index + 1 }, text: page })),
      pages: pages.length,
      usedOcr: false,
    },
  }));
  const questions = parseQuestions(text.join('\n'), new Set(files.map(({ name }) => name)));
  return { files, questions, recorded: existsSync(invented) ? await readRecordings(invented) : new Map() };
}

/** A question file with its folder of files, and `looks.json` next to it if there is one. */
export async function readQuestionSet(path: string, folder: string): Promise<QuestionSet> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: QuestionSet['files'] = [];
  for (const each of paths)
    files.push({ name: basename(each), extraction: await extract({ path: each, name: basename(each) }) });
  const questions = parseQuestions(await readFile(path, 'utf8'), new Set(files.map(({ name }) => name)));
  checkPages(questions, new Map(files.map(({ name, extraction }) => [name, extraction.pages])));
  const recordings = join(dirname(path), RECORDINGS);
  return { files, questions, recorded: existsSync(recordings) ? await readRecordings(recordings) : new Map() };
}
