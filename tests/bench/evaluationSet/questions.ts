import { companies } from '#tests/bench/reports/companies.ts';
import { getAccounts, type Accounts } from '#tests/bench/reports/accounts.ts';
import type { Report } from '#tests/bench/reports/makeReports.ts';
import { format } from '#tests/bench/reports/writing.ts';
import * as documents from './documents.ts';
import { facts, type Contract, type Project } from './facts.ts';
import { misplacedTexts, semanticTexts, unanswerableQuestions } from './hiddenTexts.ts';
import { strategies } from './strategies.ts';
import { rules, suppliers } from './words.ts';

/** A line of a question file (docs/evaluation.md). */
export interface SetQuestion {
  id: string;
  question: string;
  kind: string;
  evidence: { file: string; page: number | number[] }[];
  answer: string[];
}

type Draft = Omit<SetQuestion, 'id' | 'kind'>;

const PER_KIND = 20;
const HALF_YEARS = [
  ['January to June 2025', 0, 6],
  ['July to December 2025', 6, 12],
  ['January to June 2026', 12, 18],
  ['July to August 2026', 18, 20],
] as const;

/** The rows of the annual report of 2018 that the basic questions ask for. */
const metrics: readonly (readonly [label: string, words: string, name: keyof Accounts])[] = [
  ['Net sales', 'net sales', 'revenue'],
  ['Cost of sales', 'cost of sales', 'costs'],
  ['Selling, general and administrative', 'selling, general and administrative expenses', 'selling'],
  ['Research and development', 'research and development expenses', 'research'],
  ['Restructuring charges', 'restructuring charges', 'restructuring'],
  ['Operating income', 'operating income', 'operating'],
  ['Interest expense', 'interest expense', 'interest'],
  ['Income before income taxes', 'income before income taxes', 'pretax'],
  ['Provision for income taxes', 'provision for income taxes', 'tax'],
  ['Cash and cash equivalents', 'cash and cash equivalents', 'cash'],
  ['Total inventories', 'total inventories', 'inventories'],
  ['Total current assets', 'total current assets', 'currentAssets'],
  ['Goodwill', 'goodwill', 'goodwill'],
  ['Total assets', 'total assets', 'assets'],
  ['Accounts payable', 'accounts payable', 'payables'],
  ['Long-term debt', 'long-term debt', 'longDebt'],
  ['Total liabilities', 'total liabilities', 'liabilities'],
  ['Net cash provided by operating activities', 'net cash provided by operating activities', 'fromOperations'],
  ['Acquisitions, net of cash acquired', 'acquisitions, net of cash acquired', 'acquisitions'],
  ['Purchases of treasury stock', 'purchases of treasury stock', 'buybacks'],
];

/** Twenty questions of each of ten kinds. Answers and pages are taken from the facts that the files are made of. */
export function makeQuestions(files: readonly Report[]): SetQuestion[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const at = (file: string, topic: string): SetQuestion['evidence'][number] => {
    const pages = byName.get(file)?.topicPages.get(topic);
    if (!pages) throw new Error(`${file} has no page of ${topic}.`);
    return { file, page: pages.length === 1 ? pages[0]! : [...pages] };
  };
  const kinds: Record<string, Draft[]> = {
    basic: makeBasic(byName.get(documents.REPORT)),
    semantic: semanticTexts.map(({ question, answer }, index) => ({
      question,
      evidence: [at(documents.getNoticeName(index), question)],
      answer: [answer],
    })),
    'several hops': facts.projects.map((project, index) => makeHops(at, project, index)),
    project: facts.projects.map((project, index) => makeProject(at, project, index)),
    constrained: pickContracts(
      (group) => group.length === 1,
      ({ department, ends }) => `${department.name}/${ends}`,
    )
      .slice(0, PER_KIND)
      .map(([contract]) => ({
        question: `Which supplier has the contract of the department ${contract!.department.name} that ends in ${contract!.ends}, and what is its number?`,
        evidence: [at(documents.REGISTER, contract!.number)],
        answer: [contract!.supplier, contract!.number],
      })),
    conflicting: rules.map(({ policy, heading, question, values }) => ({
      question,
      evidence: [at(documents.getPolicyName(policy, Math.max(...documents.EDITIONS)), heading)],
      answer: [values[2]],
    })),
    completeness: makeCompleteness(at),
    misplaced: misplacedTexts.map(({ file, question, answer }) => ({
      question,
      evidence: [at(file, question)],
      answer: answer.split('; '),
    })),
    'high-level': strategies.flatMap(({ department, goals, worries }) => {
      const list = (topic: string) =>
        uniquePages(goals.map((_, index) => at(documents.getStrategyName(department), `${topic} ${index}`)));
      return [
        {
          question: `Where does ${department} want to be in a few years? Give me an overview.`,
          evidence: list('goal'),
          answer: goals.map(([, fact]) => fact),
        },
        {
          question: `What keeps the people of ${department} awake at night when they look ahead?`,
          evidence: list('worry'),
          answer: worries.map(([, fact]) => fact),
        },
      ];
    }),
    'not there': unanswerableQuestions.map((question) => ({ question, evidence: [], answer: [] })),
  };
  return Object.entries(kinds).flatMap(([kind, drafts]) =>
    drafts.map((draft, index) => ({ id: `${kind.replaceAll(' ', '-')}-${index + 1}`, kind, ...draft })),
  );
}

type At = (file: string, topic: string) => SetQuestion['evidence'][number];

/** Every page of the report on which a row has the label and the amount is evidence. */
function makeBasic(report: Report | undefined): Draft[] {
  const company = companies.find(({ id }) => id === 'BRACKMOOR');
  if (!report || !company) throw new Error('The annual report is missing.');
  const accounts = getAccounts(company, 2018);
  return metrics.map(([label, words, name]) => {
    const amount = format(accounts[name]);
    const isRow = (line: string) =>
      line.startsWith(label) && line.split(' ').some((cell) => cell.replace(/[()]/g, '') === amount);
    const page = report.pages.flatMap((text, index) => (text.split('\n').some(isRow) ? [index + 1] : []));
    return {
      question: `What were Brackmoor's ${words} in 2018, in millions?`,
      evidence: [{ file: report.fileName, page }],
      answer: [amount],
    };
  });
}

function makeHops(at: At, project: Project, index: number): Draft {
  const { name, department, manager } = project;
  const evidence = [at(documents.getCharterName(project), 'charter'), at(documents.CHART, department.name)];
  if (index % 3 === 0)
    return {
      question: `Who heads the department that Project ${name} belongs to?`,
      evidence,
      answer: [department.head],
    };
  if (index % 3 === 1)
    return {
      question: `Who is the deputy head in the department of ${manager}'s project?`,
      evidence,
      answer: [department.deputy],
    };
  const { month } = facts.decisions.find((decision) => decision.project === project)!;
  return {
    question: `The management meeting of ${month} gave a project more money. In which city is the department of that project?`,
    evidence: [at(documents.getMinutesName(month), 'money'), ...evidence],
    answer: [department.city],
  };
}

function makeProject(at: At, project: Project, index: number): Draft {
  const { name, budget, spent, cause, expected } = project;
  if (index % 2 === 0)
    return {
      question: `How much of its budget does Project ${name} have left after the third quarter of 2026, in thousands?`,
      evidence: [at(documents.getCharterName(project), 'budget'), at(documents.getReportsName(project), 'third')],
      answer: [String(budget - spent[2]!)],
    };
  return {
    question: `Why is Project ${name} late, and when will it be done?`,
    evidence: [at(documents.getReportsName(project), 'third')],
    answer: [cause.fact, expected],
  };
}

function makeCompleteness(at: At): Draft[] {
  const bySupplier = suppliers.map((supplier): Draft => {
    const projects = facts.projects.filter((project) => project.supplier === supplier);
    return {
      question: `Name all projects whose main supplier is ${supplier}.`,
      evidence: projects.map((project) => at(documents.getCharterName(project), 'charter')),
      answer: projects.map(({ name }) => name),
    };
  });
  const byHalfYear = HALF_YEARS.map(([period, from, to]): Draft => {
    const decisions = facts.decisions.slice(from, to);
    return {
      question: `Which projects were granted additional money by the management meetings from ${period}?`,
      evidence: decisions.map(({ month }) => at(documents.getMinutesName(month), 'money')),
      answer: decisions.map(({ project }) => project.name),
    };
  });
  const isGroup = ({ length }: { length: number }) => length >= 4 && length <= 6;
  const contracts = pickContracts(isGroup, ({ department, supplier }) => `${department.name}/${supplier}`);
  const byContract = contracts.slice(0, PER_KIND - bySupplier.length - byHalfYear.length).map((group): Draft => {
    const [{ department, supplier }] = group as [Contract];
    return {
      question: `List the numbers of all contracts that ${department.name} has with ${supplier}.`,
      evidence: uniquePages(group.map(({ number }) => at(documents.REGISTER, number))),
      answer: group.map(({ number }) => number),
    };
  });
  return [...bySupplier, ...byHalfYear, ...byContract];
}

function pickContracts(isPicked: (group: readonly Contract[]) => boolean, toKey: (contract: Contract) => string) {
  return [...Map.groupBy(facts.contracts, toKey).values()].filter(isPicked);
}

function uniquePages(evidence: SetQuestion['evidence']): SetQuestion['evidence'] {
  return [...new Map(evidence.map((piece) => [JSON.stringify(piece), piece])).values()];
}
