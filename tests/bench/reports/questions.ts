import { readFile } from 'node:fs/promises';

/** What staff ask about a report, in their own words. */
export interface ReportQuestion {
  /** Name of the file that has the answer. */
  file: string;
  kind: 'number' | 'ratio' | 'yes/no' | 'segment' | 'reason' | 'change' | 'policy';
  text: string;
  /** What a strong model wrote for the prompt of `writeQueries`, from the question and the names of the files only. */
  queries: string[];
  /** Topics of the report's pages that are evidence. */
  topics: string[];
}

export const readQuestions = async (): Promise<ReportQuestion[]> =>
  JSON.parse(await readFile(new URL('questions.json', import.meta.url), 'utf8')) as ReportQuestion[];
