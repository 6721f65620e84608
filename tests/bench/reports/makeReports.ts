import { createRandom } from '#sandbox/random.ts';
import { companies } from './companies.ts';
import type { Company } from './company.ts';
import { writeBusiness, writeItems } from './sections/business.ts';
import { writeClosing } from './sections/closing.ts';
import { writeDiscussion } from './sections/discussion.ts';
import { writeNotes } from './sections/notes.ts';
import { writeRisks } from './sections/risks.ts';
import { writeStatements } from './sections/statements.ts';
import { createAuthor, type Author, type Block, type Section } from './writing.ts';

/** A report as a PDF's text: one string for each page. */
export interface Report {
  fileName: string;
  pages: readonly string[];
  /** The pages, counted from 1, that have the blocks of a topic. */
  topicPages: ReadonlyMap<string, readonly number[]>;
}

const YEARS = [2016, 2017, 2018];
/** Characters of a full page, as in real reports. */
const PAGE_LENGTH = 3_300;

/** Annual reports of three years and one quarterly report of each company, identical at every call. */
export function* makeReports(companyIds: readonly string[] = companies.map(({ id }) => id)): Generator<Report> {
  for (const company of companies.filter(({ id }) => companyIds.includes(id))) {
    for (const year of YEARS) yield makeAnnualReport(company, year);
    yield makeQuarterlyReport(company, 2018);
  }
}

function makeAnnualReport(company: Company, year: number): Report {
  const author = createAuthor(company, year, createRandom(`${company.id}/${year}`));
  return layOut(author, `${company.id}_${year}_10K.pdf`, 'Annual Report on Form 10-K', [
    { title: 'Item 1. Business', blocks: writeBusiness(author) },
    { title: 'Item 1A. Risk Factors', blocks: writeRisks(author, 5) },
    { title: 'Items 1B to 6', blocks: writeItems(author) },
    {
      title: 'Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations',
      blocks: writeDiscussion(author),
    },
    { title: 'Item 8. Report of Independent Registered Public Accounting Firm', blocks: writeAudit(author) },
    ...writeStatements(author).map((block) => ({
      title: 'Item 8. Financial Statements and Supplementary Data',
      blocks: [block],
    })),
    ...writeNotes(author, 8),
    ...writeOtherStatements(author),
    { title: 'Items 9 to 15. Exhibits', blocks: writeClosing(author) },
  ]);
}

function makeQuarterlyReport({ size, ...company }: Company, year: number): Report {
  const half = { ...company, size: size / 2, yearEnd: 'June 30' };
  const author = createAuthor(half, year, createRandom(`${company.id}/${year}Q2`));
  return layOut(author, `${company.id}_${year}Q2_10Q.pdf`, 'Quarterly Report on Form 10-Q', [
    ...writeStatements(author).map((block) => ({ title: 'Item 1. Financial Statements (unaudited)', blocks: [block] })),
    ...writeNotes(author, 5),
    { title: 'Item 2. Management’s Discussion and Analysis', blocks: writeDiscussion(author) },
    { title: 'Item 1A. Risk Factors', blocks: writeRisks(author, 0) },
  ]);
}

/** Statements with the same words that are not those of the company's year, as many real reports have them. */
function writeOtherStatements({ company, year }: Author): Section[] {
  const write = (title: string, other: Partial<Company>): { author: Author; section: Section } => {
    const author = createAuthor({ ...company, ...other }, year, createRandom(`${title}/${company.id}/${year}`));
    return { author, section: { title, blocks: writeStatements(author).map(({ text }) => ({ text })) } };
  };
  const quarters = ['first', 'second', 'third', 'fourth'].map((quarter) =>
    write('Supplementary quarterly statements (unaudited)', {
      size: company.size / 4,
      yearEnd: `Three months of the ${quarter} quarter`,
    }),
  );
  const parent = write('Schedule I. Condensed financial information of the parent', {
    name: `${company.name} (parent company only)`,
    size: company.size * 0.6,
  });
  const venture = write('Exhibit 99.1. Financial statements of a significant equity investee', {
    id: `${company.id} venture`,
    name: 'Calderstone Joint Venture',
    size: company.size / 9,
  });
  const notes = writeNotes(venture.author, 1).map(({ title, blocks }) => ({
    title,
    blocks: blocks.map(({ text }) => ({ text })),
  }));
  return [...quarters.map(({ section }) => section), parent.section, venture.section, ...notes];
}

function writeAudit({ company, year, say }: Author): Block[] {
  return [
    {
      text: say(
        `To the Board of Directors and ${company.owners.charAt(0).toUpperCase()}${company.owners.slice(1)} of ${company.name}: In our opinion, the consolidated financial statements present fairly, in all material respects, the financial position at ${company.yearEnd}, ${year}, and the results of operations and cash flows in conformity with accounting principles generally accepted in the United States of America. Harrow & Finch LLP has served as the auditor since ${createRandom(company.id).between(1952, 1999)}.`,
      ),
      topic: 'auditor',
    },
  ];
}

function layOut(author: Author, fileName: string, form: string, sections: readonly Section[]): Report {
  const { company, year } = author;
  const cover = `United States Securities and Exchange Commission\n${form}\nfor the period ended ${company.yearEnd}, ${year}\n${company.name}\n${company.city}\nCommon stock registered on the New York Stock Exchange`;
  const pages = [cover, ''];
  const topicPages = new Map<string, number[]>();
  const contents: string[] = [];
  for (const { title, blocks } of sections) {
    let page = title;
    const heading = title.split('\n').at(-1) ?? '';
    if (!contents.at(-1)?.startsWith(heading)) contents.push(`${heading} ${pages.length + 1}`);
    for (const { text, topic } of blocks) {
      if (page.length + text.length > PAGE_LENGTH && page !== title) {
        pages.push(page);
        page = '';
      }
      page += `\n${text}`;
      if (topic !== undefined) topicPages.set(topic, [...(topicPages.get(topic) ?? []), pages.length + 1]);
    }
    pages.push(page);
  }
  pages[1] = `Table of Contents\n${contents.join('\n')}`;
  return { fileName, topicPages, pages: pages.map((page, index) => `${page.trim()}\n${index + 1}`) };
}
