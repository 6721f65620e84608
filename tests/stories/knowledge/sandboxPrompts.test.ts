import { randomUUID } from 'node:crypto';
import { generateTitle, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getEmbeddedFiles } from '#contract/sites/corpusFiles.ts';
import { getConfig, getSampleFile } from '#contract/organization.ts';
import type { Answer } from '#contract/runs/answerEvents.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getSiteOfMention, getSites } from '#contract/sites/sites.ts';
import { ABOUT_AVA } from '#api/answers/prompt/systemPrompt.ts';
import { getFilePrompts } from '#contract/prompts/prompts.ts';
import { preparePrompts } from '#sandbox/launcher/preparePrompts.ts';
import { prepareSites } from '#sandbox/launcher/prepareSites.ts';
import { isRefusal } from '#sandbox/models/quoting/quote.ts';
import { HANDBOOK_NAME } from '#sandbox/organizationFolder.ts';
import { ask, collect, foldAnswer, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { toMessageFile, uploadAndRead, type MessageFile } from '#tests/harness/client/uploads.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

/** Every question that AVA itself offers in the sandbox leads to a good answer. */

let app: TestApp;
let ada: Client;
const prepare = () =>
  prepareSites({ apiUrl: app.url, mintToken: (person) => app.getToken({ person }), markerFolder: app.dataDir });

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ada = app.as('ada');
});
afterAll(() => app.close());

/** Sends a question in the conversation that it was created for. */
type Ask = (text: string) => Promise<Answer>;
/** Starts a conversation. */
type Start = () => Promise<Ask>;

const rules = ABOUT_AVA.split(/(?<=[.:])\s+/).filter((sentence) => sentence.length > 30);

function findFault(question: string, { content, state }: Answer): string | null {
  if (state.name !== 'complete') return `${question} → ${state.name}`;
  const isBad =
    isRefusal(content) ||
    /\bI can't\b|no sentence (?:that|to quote)|<\/?passage|square brackets/i.test(content) ||
    rules.some((rule) => content.includes(rule)) ||
    /Handbook, edition 2026|^.{0,3}Northwind Studio\W*$/m.test(content);
  return isBad ? `${question} → ${content}` : null;
}

/**
 * Asks a question, its follow-up questions, and the first new one of each of these. Returns the bad answers and all questions.
 * @param asked follow-up questions of earlier walks over the same documents, whose branches are not walked again
 */
async function walk(start: Start, question: string, asked: Set<string>) {
  const questions = [question];
  const faults: (string | null)[] = [];
  async function check(askQuestion: Ask, text: string): Promise<string[]> {
    const answer = await askQuestion(text);
    faults.push(findFault(text, answer));
    return answer.followUpQuestions;
  }
  const firstLevel = await check(await start(), question);
  questions.push(...firstLevel);
  for (const followUp of firstLevel.filter((text) => !asked.has(text))) {
    asked.add(followUp);
    const askQuestion = await start();
    await askQuestion(question);
    const secondLevel = await check(askQuestion, followUp);
    const [next] = secondLevel.filter((text) => !asked.has(text));
    if (next !== undefined) await check(askQuestion, next);
    questions.push(...secondLevel);
  }
  return { faults: faults.filter((fault) => fault !== null), questions };
}

describe('the sample prompts in the chat', () => {
  let handbook: MessageFile;

  beforeAll(async () => {
    const bytes = await ada.bytes(getSampleFile, { name: HANDBOOK_NAME });
    handbook = toMessageFile((await uploadAndRead(ada, new File([bytes], HANDBOOK_NAME))).file);
  });

  const startChat = (file: string | undefined): Start => {
    return async () => {
      const convo_id = await makeChat(ada);
      let file_context = file === undefined ? [] : [handbook];
      return async (text) => {
        const answer = await ask(ada, { convo_id, text, file_context });
        file_context = [];
        return answer;
      };
    };
  };

  it('attach only a file that the organization has', async () => {
    const { message } = await ada.call(getConfig, {});
    expect(message.samplePrompts.flatMap(({ file }) => file ?? [])).toContain(HANDBOOK_NAME);
    await expect(ada.bytes(getSampleFile, { name: 'organization.json' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lead to good answers, and so do two levels of follow-up questions', async () => {
    const { message } = await ada.call(getConfig, {});
    expect(message.samplePrompts).toHaveLength(4);
    const asked = new Set<string>();
    for (const { prompt, file } of message.samplePrompts) {
      const { faults, questions } = await walk(startChat(file), prompt, asked);
      expect(faults).toEqual([]);
      expect(questions.length).toBeGreaterThan(file === undefined ? 1 : 4);
    }
  });

  it('cite the pages of the handbook', async () => {
    const { message } = await ada.call(getConfig, {});
    for (const { prompt, file } of message.samplePrompts.filter((sample) => sample.file !== undefined)) {
      const { content, links } = await (await startChat(file)())(prompt);
      expect(links.length).toBeGreaterThan(0);
      for (const citation of links) expect([citation.filename, citation.standing]).toEqual([HANDBOOK_NAME, 'holds']);
      expect(content).toMatch(/page \d/);
    }
  });
});

/** What somebody asks Finance in the first days, and what the answer contains. */
const newcomersQuestions: [question: string, expected: string][] = [
  ['How much can I spend on a hotel?', '140 crowns'],
  ['How much may a dinner with a client cost?', '55 crowns'],
  ['Is alcohol refunded?', 'never refunded'],
  ['Until when must I hand in receipts?', '30 days'],
  ['Who approves purchases above 20,000 crowns?', 'head of finance'],
  ['How many offers do I need for a big purchase?', 'Three written offers'],
  ['When are wages paid?', '25th'],
  ['How long do customers have to pay?', '21 days'],
  ['What was the profit in Q2?', '0.7 million'],
  ['How much does Marketing get in 2027?', '0.9 million'],
  ['How much was the rent in May?', '43 thousand'],
  ['What did travel cost in June 2026?', '46 thousand'],
  ['Who were the auditors?', 'Hollis and Rowe'],
  ['What do I do with a lost company card?', 'bank first'],
  ['What does the new model workshop cost?', '410,000'],
  ['Who can help me with invoices?', 'Ben Okafor'],
];

describe('the sites of the sandbox', () => {
  it('exist when AVA is ready, and get all of their files exactly once', async () => {
    const preparations = await prepare();
    const { accessibleSites } = await ada.call(getSites, {});
    expect(accessibleSites.map(({ SiteName, isHelp }) => [SiteName, isHelp])).toEqual([
      ['AVA Help', true],
      ['Finance', false],
    ]);
    expect(preparations.map(({ name }) => name)).toEqual(['AVA Help', 'Finance']);
    for (const { addFiles } of preparations) expect(await addFiles()).toBeGreaterThan(5);
    const { files } = await ada.call(getEmbeddedFiles, {});
    expect(files.length).toBeGreaterThan(26);
    expect(files.filter(({ state }) => state !== 'ready')).toEqual([]);
    expect((await ada.call(getSites, {})).preparing).toEqual([]);
    expect(await prepare()).toEqual([]);
  });

  const searchIn = async (ids: { convo_id: string; site_id: string }, text: string) =>
    foldAnswer(
      await collect(await ada.stream(searchResponse, { ...ids, event_session_id: randomUUID(), model: MODEL, text })),
    );

  it('answer a mention of the help corpus in a chat', async () => {
    const { site_id } = await ada.call(getSiteOfMention, { mention_name: 'AVA Help' });
    const ids = { convo_id: await makeChat(ada), site_id };
    const { content, links } = await searchIn(ids, '[AVA Help] Which kinds of files does Chat read?');
    expect(content).toContain('Chat reads PDF, Word, PowerPoint');
    expect(links.map(({ filename }) => filename)).toContain('Chat.txt');
    expect(content).not.toContain('whole document');
    const unknown = '[AVA Help] How deep is the sea?';
    expect((await searchIn(ids, unknown)).content).toMatch(/^I found no sentence (?!.*“AVA)/);
    expect(await ada.call(generateTitle, { convo_id: ids.convo_id, text: unknown })).not.toContain('AVA Help');
  });

  const startSearch: Start = async () => {
    const { accessibleSites } = await ada.call(getSites, {});
    const site_id = accessibleSites.find(({ SiteName }) => SiteName === 'Finance')?.SiteId ?? '';
    const { ConversationId: convo_id } = await ada.call(newChat, { chat_type: 'search' });
    return (text) => searchIn({ convo_id, site_id }, text);
  };

  const asked = new Set<string>();

  it.each([
    ['How much is refunded for a hotel?', '140 crowns'],
    ['What is the approval limit of the head of finance?', '75,000'],
    ['What does Marketing receive in 2027?', '0.9 million'],
    ['How much were wages in March 2026?', '618 thousand'],
  ])(
    'answers "%s", and two levels of follow-up questions',
    async (question, expected) => {
      expect((await (await startSearch())(question)).content).toContain(expected);
      const { faults } = await walk(startSearch, question, asked);
      expect(faults).toEqual([]);
    },
    180_000,
  );

  it('answer natural questions of a newcomer with a passage that holds the answer, and never contradict themselves', async () => {
    const replies = [];
    for (const [question, expected] of newcomersQuestions) {
      const { content, links } = await (await startSearch())(question);
      replies.push({ question, content, isAnswer: content.includes(expected) && links.length > 0 });
    }
    const missed = replies.filter(({ isAnswer }) => !isAnswer);
    expect(missed.length <= 3 ? [] : missed).toEqual([]);
    // A refusal only says that no sentence has the words of the question, which is true even if the closest passage
    // answers it.
    for (const { content } of replies)
      expect(content).toMatch(
        isRefusal(content) ? /close enough to your question\.(?: Closest passage: .+“|$)/ : /^[^“]+: “/,
      );
  }, 300_000);

  it('does not answer about the lease, whose library is not searched, from a sentence about the loan', async () => {
    const { content } = await (await startSearch())('When does the lease of the Mill end?');
    expect(isRefusal(content)).toBe(true);
  });
});

it('the prompt library is filled once, for everybody, for Finance and for Ada', async () => {
  await prepare();
  const fill = () =>
    preparePrompts({ apiUrl: app.url, mintToken: (person) => app.getToken({ person }), markerFolder: app.dataDir });
  const count = async (person: string) => (await app.as(person).call(getFilePrompts, {})).prompts.length;
  await fill();
  expect([await count('ada'), await count('ben'), await count('cleo')]).toEqual([8, 6, 4]);
  await fill();
  expect(await count('ada')).toBe(8);
});
