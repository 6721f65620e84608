import { makeReports } from './makeReports.ts';
import { readQuestions } from './questions.ts';

const reports = new Map([...makeReports()].map((report) => [report.fileName, report]));

describe('the reports of the bench', () => {
  it('are as long as real ones', () => {
    const annual = [...reports.values()].filter(({ fileName }) => fileName.includes('10K'));
    expect(Math.min(...annual.map(({ pages }) => pages.length))).toBeGreaterThan(180);
  });

  it('are identical at every call', () => {
    for (const { fileName, pages } of makeReports(['VELSTERNA'])) expect(pages).toEqual(reports.get(fileName)?.pages);
  });

  it('have pages of evidence for each question, which are a small part of the report', async () => {
    for (const { file, topics, text } of await readQuestions()) {
      const report = reports.get(file);
      for (const topic of topics) expect([text, report?.topicPages.get(topic)?.length]).toEqual([text, 1]);
    }
  });

  it('have a hundred questions with one to three queries', async () => {
    const questions = await readQuestions();
    expect(new Set(questions.map(({ text }) => text)).size).toBe(100);
    expect(questions.every(({ queries }) => queries.length >= 1 && queries.length <= 3)).toBe(true);
  });
});
