import type { Client } from '#contract/client.ts';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import type { TaskMetadata } from '#contract/tasks/tasks.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { createAnswerMessage } from '#bot/answer/answerMessage.ts';
import type { Links } from '#bot/text/links.ts';
import { chatsCard, modelsCard, sitesCard } from '#bot/cards/choiceCards.ts';
import { helpCard } from '#bot/cards/welcomeCard.ts';
import { noticeCard } from '#bot/cards/noticeCard.ts';
import { promptFormCard, promptsCard } from '#bot/cards/promptCards.ts';
import { finishedCard, hiddenOutputsCard, tasksCard } from '#bot/cards/taskCards.ts';
import { hiddenAnswerCard, answerCard } from '#bot/cards/answerCard.ts';
import { parseCommand } from '#bot/commands/commands.ts';
import { toMessageText } from '#bot/answer/answerText.ts';
import { createLog } from '#platform/log.ts';
import { texts } from '#bot/texts.ts';
import type { BotContext } from '#bot/context.ts';
import type { SiteOptions } from '#bot/teams/conversation.ts';
import { createDispatcher } from '#bot/turn/dispatcher.ts';
import { createFakeConversation } from '#tests/harness/bot/fakeConversation.ts';
import { listRenderedMarkup, hostileNames, INVISIBLE_CHARACTERS } from '#tests/harness/hostile/hostileNames.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';

const id = 'c0000000-0000-4000-8000-000000000001';
const URL_OF_AVA = 'https://ava.example/';
const toAva = () => URL_OF_AVA;
const links: Links = { tab: toAva, chat: toAva, exportMenu: toAva, task: toAva, signIn: toAva };

type Sentence = (...inserted: unknown[]) => string;
/** Texts that no name is put into: they insert Markdown, or are plain button titles. */
const NOT_OF_NAMES = ['continued', 'openTask', 'promptChoice', 'requestAccess', 'runTask', 'searchOnly', 'stepLine'];
const LINKED = ['restInTab', 'restOfOutputs', 'signInFailed'];
/** The text of a call takes a call, whose parts contain names. */
const call: Sentence = (name) =>
  texts.call({
    id,
    title: `${name}`,
    asked: `${name}`,
    state: { name: 'done', found: 1, results: [], outcome: `${name}` },
  });
const sentences = Object.entries<unknown>({ ...texts, call }).filter(
  (entry): entry is [string, Sentence] => typeof entry[1] === 'function' && !NOT_OF_NAMES.includes(entry[0]),
);

/** Returns all strings of a card or message that render as Markdown, and all visible strings. */
function listTexts(value: unknown, key = ''): { markdown: string[]; all: string[] } {
  if (typeof value === 'string') {
    const isShown = ['text', 'title', 'value', 'fallbackText', 'label', 'name', 'abstract'].includes(key);
    return { markdown: ['text', 'fallbackText'].includes(key) ? [value] : [], all: isShown ? [value] : [] };
  }
  if (typeof value !== 'object' || value === null || key === 'data') return { markdown: [], all: [] };
  const facts = 'facts' in value ? (value.facts as { title: string; value: string }[]) : [];
  const inner = Object.entries(value).map(([name, part]) => listTexts(part, Array.isArray(value) ? key : name));
  return {
    markdown: [...facts.flatMap((fact) => [fact.title, fact.value]), ...inner.flatMap(({ markdown }) => markdown)],
    all: inner.flatMap(({ all }) => all),
  };
}

function expectHarmless(content: unknown): void {
  const { markdown, all } = listTexts(content);
  expect(all.length).toBeGreaterThan(0);
  for (const text of markdown) expect([text, listRenderedMarkup(text)]).toEqual([text, []]);
  for (const text of all) expect([text, INVISIBLE_CHARACTERS.test(text)]).toEqual([text, false]);
}

describe.each(hostileNames)('%j', (name) => {
  /** @proves threat:names-in-teams */
  it.each(sentences)('is shown as plain text in %s', (key, sentence) => {
    const inserted = LINKED.includes(key) ? [...Array(sentence.length - 1).fill(name), URL_OF_AVA] : [name, name, name];
    const text = sentence(...inserted);
    expect([text, listRenderedMarkup(text)]).toEqual([text, LINKED.includes(key) ? [`link to ${URL_OF_AVA}`] : []]);
    expect([text, INVISIBLE_CHARACTERS.test(text)]).toEqual([text, false]);
  });

  /** @proves threat:names-in-teams */
  it('is shown as plain text in every card', () => {
    const citation = {
      number: 1,
      filename: name,
      location: name,
      quote: name,
      site: name,
      lastModified: null,
      standing: 'changed',
    } as Citation;
    const site = { SiteId: id, SiteName: name } as Parameters<typeof sitesCard>[0][number];
    const model = { model_alias: 'm', label: name, model_name: name } as Parameters<typeof modelsCard>[0][number];
    const chat = { ConversationId: id, Title: name } as ChatMetadata;
    const prompt = {
      prompt_id: id,
      prompt_title: name,
      prompt_text: `${name} {{${name}}}`,
      labels_text: name,
    } as Prompt;
    const cards = {
      sources: answerCard({
        calls: [{ id, title: name, asked: name, state: { name: 'done', found: 1, results: [] } }],
        citations: [citation],
        followUps: [name],
        getSiteName: () => name,
        linkTo: () => URL_OF_AVA,
        answerLink: URL_OF_AVA,
      }),
      hidden: hiddenAnswerCard({ asker: { id, name }, chatId: id, messageId: id, answerLink: URL_OF_AVA }),
      sites: sitesCard([site], [{ name, link: URL_OF_AVA }]),
      noSites: sitesCard([], [{ name, link: URL_OF_AVA }]),
      models: modelsCard([model], name),
      chats: chatsCard([chat]),
      help: helpCard([{ name, summary: name }], URL_OF_AVA),
      tasks: tasksCard(
        [{ TaskId: id, TaskTitle: name, stepCount: 1, lastRun: null } as TaskMetadata],
        texts.whichTask,
        '',
      ),
      prompts: promptsCard([prompt], texts.whichPrompt, URL_OF_AVA),
      promptForm: promptFormCard(prompt, URL_OF_AVA),
      finished: finishedCard(
        texts.taskFinished(name, 'failed'),
        [{ title: name, state: { name: 'failed', error: { code: 'unexpected', detail: name } } }],
        null,
        URL_OF_AVA,
      ),
      hiddenOutputs: hiddenOutputsCard(texts.taskStopped(name), name, { asker: id, task: id }, URL_OF_AVA),
      done: noticeCard(
        { ready: 1, failed: 1, files: [{ name, site_id: 's', state: 'failed' }] },
        new Map([['s', name]]),
        URL_OF_AVA,
      ),
    };
    for (const card of Object.values(cards)) expectHarmless(card);
  });

  it('shows no image and no tag in an answer', () => {
    const { text } = toMessageText(name);
    const drawn = listRenderedMarkup(text).filter((kind) => kind === 'image' || kind === 'html');
    expect([text, drawn]).toEqual([text, []]);
    const answer = { message_id: id, content: name, links: [], followUpQuestions: [name], state: { name: 'stopped' } };
    const conversation = createFakeConversation(() => 0);
    const shown = { conversation, chatId: id, getSiteName: () => name, links, withSources: true, proof: '' };
    const { attachments } = createAnswerMessage(text, { ...shown, answer } as unknown as Parameters<
      typeof createAnswerMessage
    >[1]);
    expectHarmless(attachments);
  });

  it('is shown as plain text in the reply to every command', async () => {
    for (const words of [
      'hi',
      'help',
      'search',
      'search plan',
      'model',
      'model plan',
      'continue',
      `continue ${id}`,
      'new',
      'stop',
      'tasks',
      'run plan',
      'run nothing',
    ])
      for (const sent of await getReplies(words, name)) expectHarmless(sent);
  });

  it('is one line in the log', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).info({ name, error: new Error(name) }, 'named');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
  });
});

/** Returns what the bot sends for a command if the person, the sites, the chats and the model all have this name. */
async function getReplies(words: string, name: string): Promise<unknown[]> {
  const apiReplies: Record<string, unknown> = {
    '/bot/activities': { first: true },
    '/bot/notices/take': { reference: null, under_way: 0, done: null },
    '/bot/chat/continue': {},
    '/bot/chat/leave': {},
    '/bot/chat': {},
    '/chat': { Title: name },
    '/bot/features': { tasks: true },
    '/tasks/metadata': {
      tasks: [1, 2].map(() => ({ TaskId: id, TaskTitle: `Plan ${name}`, stepCount: 1, lastRun: null })),
    },
    '/chats/metadata': { chats: [{ ConversationId: id, Title: name }] },
    '/models': {
      models: [{ model_alias: 'm', model_name: name, label: `Plan ${name}`, modalities: ['chat_completion'] }],
    },
    '/user/settings': { settings: { chat: { selectedModel: '' } } },
    '/sites': {
      accessibleSites: [{ SiteId: id, SiteName: `Plan ${name}` }],
      inaccessibleSites: [{ name, link: URL_OF_AVA }],
    },
  };
  const client = {
    call: async ({ path, method }: { path: string; method: string }) => {
      const reply = apiReplies[path.replace(/\/$/, '')];
      if (reply === undefined && method === 'GET') throw new AvaError('unexpected', { detail: name });
      return reply ?? {};
    },
  } as unknown as Client;
  const ctx = {
    createApiClient: () => client,
    tokens: { get: () => 'token', set: () => undefined, delete: () => undefined },
    clock: { now: () => new Date(0), monotonic: () => 0, sleep: () => new Promise<void>(() => undefined) },
    log: silentLog,
    links,
  } as unknown as BotContext;
  const offered: unknown[] = [];
  const conversation = {
    ...createFakeConversation(() => 0),
    asker: { tenantId: 't', id: 'ada', name },
    async askForSite({ accessible, inaccessible, problem }: SiteOptions) {
      if (problem !== null) offered.push({ text: problem });
      offered.push(sitesCard(accessible, inaccessible));
    },
  };
  expect(parseCommand(words)).not.toBeNull();
  const question = { activityId: crypto.randomUUID(), text: words, files: [], context: [] };
  await createDispatcher(ctx).dispatchQuestion(conversation, question);
  const replies = [...conversation.sent.map(({ activity }) => activity), ...offered];
  expect([words, replies.length > 0]).toEqual([words, true]);
  return replies;
}
