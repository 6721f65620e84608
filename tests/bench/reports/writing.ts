import type { Random } from '#sandbox/random.ts';
import { getAccounts, getAmount, type Accounts } from './accounts.ts';
import type { Company } from './company.ts';

/** A paragraph or a table. A question names the topics of the blocks that are evidence for its answer. */
export interface Block {
  text: string;
  topic?: string;
}

export interface Section {
  title: string;
  blocks: readonly Block[];
}

/** The tools with which the sections of a report are written. */
export interface Author {
  company: Company;
  year: number;
  random: Random;
  getYear(year: number): Accounts;
  /** An amount in millions that is about this share of a year's revenue. */
  getAmount(name: string, year: number, share: number): number;
  /** Fills in a template: `[a|b]` is one of its alternatives, `{name}` a word of the company. */
  say(template: string): string;
  /** A paragraph of this number of different sentences. */
  write(templates: readonly string[], count: number): string;
  /** A table with a column for each of the years, newest first. */
  tabulate(heading: string, rows: readonly Row[], years?: readonly number[]): string;
}

/** A row is a heading, or a label with an amount for each year. */
type Row = string | readonly [label: string, amount: (year: number) => number | string];

export const format = (amount: number | string) =>
  typeof amount === 'string'
    ? amount
    : amount < 0
      ? `(${Math.abs(amount).toLocaleString('en-US')})`
      : amount.toLocaleString('en-US');

export function createAuthor(company: Company, year: number, random: Random): Author {
  const words = listWords(company, year, random);
  const say = (template: string): string => {
    const chosen = template.replace(/\[([^\]]*)\]/g, (_, alternatives: string) => random.pick(alternatives.split('|')));
    const text = chosen.replace(/\{(\w+)\}/g, (_, name: string) => words[name]?.() ?? '');
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return {
    company,
    year,
    random,
    say,
    getYear: (at) => getAccounts(company, at),
    getAmount: (name, at, share) => getAmount(company, name, at, share),
    write: (templates, count) => random.shuffle(templates).slice(0, count).map(say).join(' '),
    tabulate: (heading, rows, years = [year, year - 1, year - 2]) => {
      const lines = rows.map((row) =>
        typeof row === 'string' ? row : [row[0], ...years.map((at) => format(row[1](at)))].join(' '),
      );
      return [heading, `${company.yearEnd} ${years.join(' ')}`, ...lines].join('\n');
    },
  };
}

function listWords(company: Company, year: number, random: Random): Record<string, () => string> {
  const pick = (list: readonly string[]) => () => random.pick(list);
  const lower = (list: readonly string[]) => () => random.pick(list).toLowerCase();
  return {
    company: () => company.name,
    city: () => company.city,
    revenue: () => company.revenue,
    owners: () => company.owners,
    workers: () => company.workers,
    regulated: () => company.regulated,
    end: () => company.yearEnd,
    segment: pick(company.segments),
    product: lower(company.products),
    material: pick(company.materials),
    customer: pick(company.customers),
    region: pick(company.regions),
    year: () => `${company.yearWord}${year}`,
    prior: () => `${company.yearWord}${year - 1}`,
    before: () => `${company.yearWord}${year - 2}`,
    next: () => `${company.yearWord}${year + 1}`,
    pct: () => `${random.between(1, 19)}.${random.below(10)} percent`,
    amt: () => `$${random.between(11, 940)} million`,
    number: () => String(random.between(3, 60)),
  };
}
