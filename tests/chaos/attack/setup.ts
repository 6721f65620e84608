import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { createPersonData } from '#tests/harness/client/personData.ts';
import type { AttackTarget } from './attacker.ts';
import { makeClosedAnswer } from './closedAnswer.ts';
import type { NormalTarget } from './normalPerson.ts';

/** A running AVA with the data of all participants. */
export interface AttackSetup {
  attackers: readonly string[];
  attackTarget: AttackTarget;
  normalTarget: NormalTarget;
  healthUrls: Record<string, string>;
  apiPid(): number;
  /** Returns the logs of the API and the bot. */
  readLog(): string;
  close(): Promise<void>;
}

const ATTACKERS = ['ada', 'ben', 'cleo', 'dev', 'farid', 'hugo', 'ines', 'jonas', 'saoirse', 'mika'];
const NORMAL_PEOPLE = ['elif', 'greta'];
const OPEN_FILES = ['Holiday Rules.pdf', 'Parental Leave.docx', 'New Here.pptx'];
const FINANCE_FILES = ['Audit Letter 2025.pdf', 'Salary Bands 2027.docx', 'Payroll Calendar 2027.txt'];

/** Starts AVA on the embedded store with the bot, a connected system, a corpus that everyone can read and one with restricted files. */
export async function startAttackSetup(minutes: number): Promise<AttackSetup> {
  const features = { knowledgeSearch: true, tasks: true, functionCalling: true, tools: true };
  const app = await startApp({ process: 'own', pace: DEFAULT_PACE, bot: true, mcp: {}, features });
  try {
    const expiresIn = Math.ceil(minutes * 60) + 7_200;
    const people = [...ATTACKERS, ...NORMAL_PEOPLE];
    const tokens = Object.fromEntries(
      await Promise.all(people.map(async (person) => [person, await app.getToken({ person, expiresIn })])),
    );
    const { token: channelToken } = (await app.control('channel', 'token', { expiresIn })) as { token: string };
    const finance = await makeCorpusOf(app, 'ada', 'Finance', FINANCE_FILES);
    const open = await makeCorpusOf(app, 'elif', 'People & Culture', OPEN_FILES);
    const closedAnswer = await makeClosedAnswer(app, finance.siteId);
    const others = await createPersonData(app.as('elif'), 'The yellow room is booked');
    return {
      attackers: ATTACKERS,
      attackTarget: {
        api: app.url,
        bot: app.botUrl,
        channel: app.urls.channel,
        tokens,
        channelToken,
        financeId: finance.siteId,
        closedFileId: finance.getFileId('Salary Bands 2027.docx'),
        closedAnswer,
        others,
      },
      normalTarget: {
        api: app.url,
        channel: app.urls.channel,
        people: NORMAL_PEOPLE,
        tokens,
        site: { id: open.siteId, question: 'How many days of holiday does everybody have?', expected: '27 days' },
      },
      healthUrls: { api: app.url, bot: app.botUrl },
      apiPid: app.getPid,
      readLog: () => app.readLog() + app.readBotLog(),
      close: app.close,
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function makeCorpusOf(app: TestApp, owner: string, name: string, files: readonly string[]) {
  const person = app.as(owner);
  const site = await makeCorpus(person, name);
  const selected = (await listCrawledFiles(person, site.SiteId)).filter((file) => files.includes(file.name));
  await addFiles(person, site, selected);
  const getFileId = (fileName: string) => selected.find(({ name }) => name === fileName)?.id ?? '';
  return { siteId: site.SiteId, getFileId };
}
