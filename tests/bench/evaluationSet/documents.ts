import { createRandom } from '#sandbox/random.ts';
import { makeReports, type Report } from '#tests/bench/reports/makeReports.ts';
import type { Block } from '#tests/bench/reports/writing.ts';
import { facts, type Project } from './facts.ts';
import { misplacedTexts, semanticTexts } from './hiddenTexts.ts';
import { strategies } from './strategies.ts';
import { ORGANIZATION, policies, rules } from './words.ts';

/** Number of characters on a page of the shorter documents. */
const PAGE_LENGTH = 1_500;
const ROWS_PER_PAGE = 24;
export const EDITIONS = [2021, 2023, 2025] as const;
const TEXTS_PER_NOTICE = 2;

export const REPORT = 'BRACKMOOR_2018_10K.pdf';
export const CHART = 'Organization Chart.pdf';
export const REGISTER = 'Register of Contracts.pdf';
export const getCharterName = ({ name }: Project) => `Project ${name} Charter.pdf`;
export const getReportsName = ({ name }: Project) => `Project ${name} Reports 2026.pdf`;
export const getNoticeName = (text: number) => `Staff Notice ${Math.floor(text / TEXTS_PER_NOTICE) + 1}.pdf`;
export const getMinutesName = (month: string) => `Minutes of the Management Meeting, ${month}.pdf`;
export const getStrategyName = (department: string) => `Strategy 2028 ${department}.pdf`;
export const getPolicyName = (policy: string, edition: number) => `${policy} ${edition}.pdf`;

/** Sentences that are usual in such documents and answer no question. */
const fillers = [
  'This text was agreed with the works council and replaces earlier notes of the same subject.',
  'Questions are answered by the department that is named on the first page.',
  'Exceptions are possible with good reasons, in writing, and are listed at the end of the year.',
  'The responsible people review the text once a year together with the auditors.',
  'Managers explain the text to new colleagues in their first weeks.',
  'Terms are used as in the glossary of the organization, unless it says otherwise here.',
  'The plants adapt the steps to their shifts, as long as the result stays the same.',
  'Forms are in the intranet; printed copies are no longer valid after a change.',
  'Whoever notices a mistake tells the editors, who correct it in the next edition.',
  'The cost centers are charged at the end of the month in which the service was used.',
  'Translations help to understand the text, but the English text counts.',
  'Data of people is stored only as far as it is needed for the purpose.',
  'The steering group meets when it has something to decide and writes short minutes.',
  'Suppliers and visitors follow the same order as staff while they are on the premises.',
  'Results are shared with all departments that are affected by them.',
] as const;

/** All files of the invented organization. */
export function makeFiles(): Report[] {
  return [
    ...makeReports(['BRACKMOOR']),
    ...policies.flatMap((policy) => EDITIONS.map((edition, index) => writePolicy(policy, edition, index))),
    writeFaq(),
    ...facts.projects.flatMap((project) => [writeCharter(project), writeProjectReports(project)]),
    writeChart(),
    writeRegister(),
    ...facts.decisions.map(writeMinutes),
    ...writeMisplaced(),
    ...writeNotices(),
    ...strategies.map(writeStrategy),
  ];
}

function fill(seed: string, count: number): string {
  return createRandom(seed).shuffle(fillers).slice(0, count).join(' ');
}

function writePolicy(policy: string, edition: number, index: number): Report {
  const ownRules = rules.filter((rule) => rule.policy === policy);
  const blocks = ownRules.flatMap(({ heading, text, values }): Block[] => [
    { text: `${heading}\n${fill(`${policy}/${heading}/${edition}`, 6)}` },
    { text: text.replace('{}', values[index] ?? ''), topic: heading },
    { text: fill(`${policy}/${heading}/after`, 4) },
  ]);
  return layOut(getPolicyName(policy, edition), `${ORGANIZATION}\n${policy}\nEdition ${edition}`, blocks);
}

/** It repeats the rules of 2023, as pages do that nobody updates. */
function writeFaq(): Report {
  const blocks = rules.map(({ policy, heading, text, values }) => ({
    text: `${policy}: ${heading.toLowerCase()}\n${text.replace('{}', values[1])} ${fill(`faq/${heading}`, 3)}`,
  }));
  return layOut('Questions of New Staff.pdf', `${ORGANIZATION}\nQuestions of new staff, written in 2023`, blocks);
}

function writeCharter(project: Project): Report {
  const { name, purpose, department, manager, supplier, budget, planned } = project;
  return layOut(getCharterName(project), `Charter of Project ${name}`, [
    {
      topic: 'charter',
      text: `Project ${name} ${purpose}. It belongs to the department ${department.name} and is managed by ${manager}. The main supplier is ${supplier}.`,
    },
    { text: fill(`${name}/charter`, 12) },
    {
      topic: 'budget',
      text: `The budget of the project is ${budget} thousand dollars. It ends in ${planned}.`,
    },
    { text: fill(`${name}/charter/end`, 12) },
  ]);
}

function writeProjectReports(project: Project): Report {
  const { name, spent, cause, planned, expected } = project;
  const quarters = ['first', 'second', 'third'];
  const blocks = quarters.flatMap((quarter, index): Block[] => [
    {
      topic: quarter,
      text: `Project ${name}, report for the ${quarter} quarter of 2026\nUp to now, ${spent[index]} thousand dollars were spent. ${index < 2 ? `The end is still expected in ${planned}.` : `The end is now expected in ${expected}, because ${cause.text}.`}`,
    },
    { text: fill(`${name}/${quarter}`, 14) },
  ]);
  return layOut(getReportsName(project), `Reports of Project ${name}`, blocks);
}

function writeChart(): Report {
  const rows = facts.departments.map(({ name, head, deputy, city }) => ({
    topic: name,
    text: `Department ${name}, ${city}. Head: ${head}. Deputy: ${deputy}. ${fill(`chart/${name}`, 3)}`,
  }));
  return layOut(CHART, `${ORGANIZATION}\nOrganization chart`, rows);
}

function writeRegister(): Report {
  const rows = facts.contracts.map(({ number, supplier, thing, department, ends, value }) => ({
    topic: number,
    text: `${number} ${supplier} ${thing} ${department.name} ${ends} ${value}`,
  }));
  const header = 'Number Supplier Subject Department Ends Thousand dollars a year';
  const pages = Array.from({ length: Math.ceil(rows.length / ROWS_PER_PAGE) }, (_, page) =>
    rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE),
  );
  return {
    fileName: REGISTER,
    pages: pages.map((page) => ['Register of contracts', header, ...page.map(({ text }) => text)].join('\n')),
    topicPages: new Map(pages.flatMap((page, index) => page.map(({ topic }) => [topic, [index + 1]]))),
  };
}

function writeMinutes({ month, project, amount }: (typeof facts.decisions)[number]): Report {
  return layOut(getMinutesName(month), `${ORGANIZATION}\nMinutes of the management meeting, ${month}`, [
    { text: fill(`minutes/${month}`, 14) },
    {
      topic: 'money',
      text: `The meeting grants Project ${project.name} additional ${amount} thousand dollars.`,
    },
    { text: fill(`minutes/${month}/end`, 10) },
  ]);
}

function writeMisplaced(): Report[] {
  return [...Map.groupBy(misplacedTexts, ({ file }) => file)].map(([file, texts]) =>
    layOut(
      file,
      file.replace('.pdf', ''),
      texts.flatMap(({ text, question }) => [{ text: fill(question, 9) }, { text, topic: question }]),
    ),
  );
}

function writeNotices(): Report[] {
  const numbered = semanticTexts.map((text, index) => ({ ...text, file: getNoticeName(index) }));
  return [...Map.groupBy(numbered, ({ file }) => file)].map(([file, texts]) =>
    layOut(
      file,
      `${ORGANIZATION}\n${file.replace('.pdf', '')}`,
      texts.flatMap(({ text, question }) => [{ text: fill(question, 9) }, { text, topic: question }]),
    ),
  );
}

function writeStrategy({ department, goals, worries }: (typeof strategies)[number]): Report {
  const write = (topic: string, intro: string, items: readonly (readonly [string, string])[]): Block[] =>
    items.map(([text], index) => ({
      topic: `${topic} ${index}`,
      text: `${index === 0 ? `${intro}\n` : ''}${index + 1}. ${text}.\n${fill(`${department}/${topic}/${index}`, 5)}`,
    }));
  return layOut(getStrategyName(department), `${department}: strategy until 2028`, [
    { text: fill(`${department}/strategy`, 8) },
    ...write('goal', 'We want to', goals),
    ...write('worry', 'What could go wrong', worries),
  ]);
}

function layOut(fileName: string, title: string, blocks: readonly Block[]): Report {
  const pages = [title];
  const topicPages = new Map<string, number[]>();
  for (const { text, topic } of blocks) {
    const last = pages.at(-1) ?? '';
    if (last.length + text.length > PAGE_LENGTH && last !== title) pages.push(text);
    else pages[pages.length - 1] = `${last}\n${text}`;
    if (topic !== undefined) topicPages.set(topic, [pages.length]);
  }
  return { fileName, pages, topicPages };
}
