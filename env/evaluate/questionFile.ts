import { z } from 'zod';
import { MAX_KINDS } from '#contract/admin/evaluation.ts';

/** Maximum length of a line, and maximum number of questions: as many as can be answered in a night. */
const MAX_LINE_CHARACTERS = 20_000;
const MAX_QUESTIONS = 10_000;

const Page = z.number().int().min(1).max(1_000_000);

const QuestionLine = z.object({
  id: z.union([z.string().trim().min(1).max(100), z.number().int().transform(String)]),
  question: z.string().trim().min(1).max(4_000),
  kind: z.string().trim().min(1).max(40).default('basic'),
  /** All entries are needed. The pages of one entry are alternatives; without a page, the whole file is the evidence. */
  evidence: z
    .array(
      z.object({
        file: z.string().trim().min(1).max(400),
        page: z.union([Page, z.array(Page).min(1).max(100)]).optional(),
      }),
    )
    .max(100),
  /** A list if each of its entries has to be in the answer; empty if nothing answers the question. */
  answer: z.union([z.string().trim().max(4_000), z.array(z.string().trim().min(1).max(400)).max(200)]).default(''),
});

/** A piece of evidence: the file, and the pages, each of which is enough; null if the file has no pages. */
export interface Evidence {
  file: string;
  pages: number[] | null;
}

export interface Question {
  /** Its line in the file, counted from 1. */
  line: number;
  id: string;
  question: string;
  kind: string;
  evidence: Evidence[];
  /** What the answer has to contain. */
  facts: string[];
}

/** The problems of a question file, one sentence with its line each. */
export class QuestionFileError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads the lines of a question file (docs/evaluation.md).
 * @param files names of the files that the questions are asked about
 * @throws QuestionFileError with all problems at once
 */
export function parseQuestions(text: string, files: ReadonlySet<string>): Question[] {
  const problems: string[] = [];
  const questions: Question[] = [];
  const lineOfId = new Map<string, number>();
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1;
    if (content.trim() === '') continue;
    const question = parseLine(content, line, problems);
    if (!question) continue;
    const { id, evidence } = question;
    const first = lineOfId.get(id);
    if (first !== undefined) problems.push(`Line ${line}: the id ${id} is already that of line ${first}.`);
    lineOfId.set(id, first ?? line);
    for (const { file } of evidence)
      if (!files.has(file)) problems.push(`Line ${line}: there is no file ${file} among the files of the run.`);
    questions.push(question);
  }
  if (questions.length === 0 && problems.length === 0) problems.push('The file has no questions.');
  if (questions.length > MAX_QUESTIONS) problems.push(`The file has more than ${MAX_QUESTIONS} questions.`);
  const kinds = new Set(questions.map(({ kind }) => kind)).size;
  if (kinds > MAX_KINDS) problems.push(`The file has ${kinds} kinds of questions, and ${MAX_KINDS} are possible.`);
  if (problems.length > 0) throw new QuestionFileError(problems);
  return questions;
}

function parseLine(content: string, line: number, problems: string[]): Question | null {
  if (content.length > MAX_LINE_CHARACTERS) {
    problems.push(`Line ${line} is longer than ${MAX_LINE_CHARACTERS} characters.`);
    return null;
  }
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    problems.push(`Line ${line} is not valid JSON.`);
    return null;
  }
  const parsed = QuestionLine.safeParse(json);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    problems.push(`Line ${line}: ${reasons.join('; ')}.`);
    return null;
  }
  const { answer, evidence, ...rest } = parsed.data;
  const facts = (typeof answer === 'string' ? answer.split(';') : answer).map((fact) => fact.trim()).filter(Boolean);
  if (evidence.length > 0 && facts.length === 0)
    problems.push(`Line ${line}: a question with evidence needs an answer.`);
  return {
    ...rest,
    line,
    facts: evidence.length > 0 ? facts : [],
    evidence: evidence.map(({ file, page }) => ({ file, pages: page === undefined ? null : [page].flat() })),
  };
}

/**
 * Checks the pages of the evidence. A file that could not be indexed is not checked: its questions count, as not answered.
 * @param pages how many pages each indexed file has; null for a file without pages
 * @throws QuestionFileError with all problems at once
 */
export function checkPages(questions: readonly Question[], pages: ReadonlyMap<string, number | null>): void {
  const problems = questions.flatMap(({ line, evidence }) =>
    evidence.flatMap(({ file, pages: named }) => {
      const count = pages.get(file);
      if (named === null || count === undefined) return [];
      if (count === null) return [`Line ${line}: ${file} has no pages; leave the page out.`];
      return named
        .filter((page) => page > count)
        .map((page) => `Line ${line}: ${file} has ${count} pages, and no page ${page}.`);
    }),
  );
  if (problems.length > 0) throw new QuestionFileError(problems);
}
