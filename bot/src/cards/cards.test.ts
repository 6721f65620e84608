import type { ChatMetadata } from '#contract/chats/chat.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { CallState } from '#contract/runs/functionCalls.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import type { TaskMetadata } from '#contract/tasks/tasks.ts';
import { MAX_CARD_BYTES, type Card, type CardElement } from './card.ts';
import { CardAction, parseCardAction } from './cardAction.ts';
import { chatsCard, sitesCard } from './choiceCards.ts';
import { helpCard } from './welcomeCard.ts';
import { accessNoticeCard } from './accessNoticeCard.ts';
import { noticeCard } from './noticeCard.ts';
import { promptFormCard, promptsCard } from './promptCards.ts';
import { answerCard, hiddenAnswerCard, waitingCard } from './answerCard.ts';
import { createLinks } from '#bot/text/links.ts';
import { finishedCard, hiddenOutputsCard, runningCard, tasksCard } from './taskCards.ts';
import { taskNoticeCard } from './taskNoticeCard.ts';
import { texts } from '#bot/texts.ts';

const id = 'c0000000-0000-4000-8000-000000000001';
const link = `https://teams.microsoft.com/l/entity/${id}/home?context=${'x'.repeat(300)}`;
const long =
  'A very long name, with ünïcödé 😀 and [brackets](https://evil.example) ![x](https://evil.example/p.png) '.repeat(40);

const createCitation = (number: number): Citation => ({
  number,
  fileid: 'f',
  filename: `${number} ${long}`,
  pagenumber: 3,
  location: `page 3 ${long}`,
  datatype: 'PDF',
  link: null,
  lastModified: '2026-11-02T09:30:00.000Z',
  quote: long,
  site: 'f'.repeat(32),
  standing: 'changed',
});
const createChat = (title: string) => ({ ConversationId: id, Title: title }) as ChatMetadata;
const createSite = (name: string) =>
  ({ SiteId: 'f'.repeat(32), SiteName: name }) as Parameters<typeof sitesCard>[0][number];

const createPrompt = () =>
  ({
    prompt_id: id,
    prompt_title: long,
    prompt_text: Array.from({ length: 30 }, (_, index) => `{{${`${index}`.padEnd(60, '😀')}}} ${long}`).join(' '),
    labels: 'pdf',
    labels_text: long,
  }) as Prompt;

const createTask = () => ({ TaskId: id, TaskTitle: long, stepCount: 200, lastRun: null }) as TaskMetadata;
const ids = { asker: id, task: id, run: id };

const largestCards: [string, Card][] = [
  [
    'sources',
    answerCard({
      citations: Array.from({ length: 40 }, (_, index) => createCitation(index + 1)),
      calls: Array.from({ length: 9 }, () => ({ id, title: long, asked: long, state: { name: 'hidden' as const } })),
      followUps: [long, long, long, long],
      getSiteName: () => long,
      linkTo: () => link,
      answerLink: link,
      exportLink: link,
    }),
  ],
  [
    'hidden sources',
    hiddenAnswerCard({ asker: { id, name: long }, chatId: id, messageId: id, answerLink: link, exportLink: link }),
  ],
  [
    'sites',
    sitesCard(
      Array.from({ length: 200 }, () => createSite(long)),
      Array.from({ length: 90 }, () => ({ name: long, link })),
    ),
  ],
  ['no sites', sitesCard([], [{ name: long, link }])],
  ['chats', chatsCard(Array.from({ length: 20 }, () => createChat(long)))],
  ['waiting', waitingCard(id)],
  [
    'a notice',
    noticeCard(
      {
        ready: 900,
        failed: 90,
        files: Array.from({ length: 10 }, () => ({ name: long, site_id: 'f', state: 'failed' as const })),
      },
      new Map([['f', long]]),
      link,
    ),
  ],
  ['tasks', tasksCard(Array.from({ length: 20 }, createTask), texts.noSuchTask(long), link)],
  ['a running step', runningCard(texts.stepStages.thinking, ids)],
  [
    'a finished task',
    finishedCard(
      texts.taskFinished(long, 'failed'),
      Array.from({ length: 200 }, () => ({
        title: long,
        state: { name: 'failed' as const, error: { code: 'unexpected' as const, detail: long } },
      })),
      { label: texts.continueRun, all: false, ids },
      link,
    ),
  ],
  [
    'a notice of tasks',
    taskNoticeCard(
      Array.from({ length: 20 }, (_, index) => ({
        run_id: id,
        task_id: `${id}${index % 6}`,
        title: long,
        state: 'failed' as const,
      })),
      { ...createLinks({ publicUrl: 'https://ava.northwind.example', teamsAppId: id }), task: () => link },
    ),
  ],
  [
    'a notice of requests',
    accessNoticeCard(
      [
        { site: long, person: '', state: 'granted' },
        ...Array.from({ length: 20 }, () => ({ site: long, person: long, state: 'open' as const })),
      ],
      link,
    ),
  ],
  ['hidden outputs', hiddenOutputsCard(texts.taskStopped(long), long, { asker: id, task: id }, link)],
  ['prompts', promptsCard(Array.from({ length: 2_000 }, createPrompt), texts.noSuchPrompt(long), link)],
  ['a form of a prompt', promptFormCard(createPrompt(), link)],
  ['help', helpCard([{ name: 'search <site>', summary: long }], link)],
];

/** All elements of a card, including the card. */
function getElements(value: unknown): CardElement[] {
  if (Array.isArray(value)) return value.flatMap(getElements);
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.values(value).flatMap(getElements);
  return 'type' in value && typeof value.type === 'string' ? [value as CardElement, ...children] : children;
}

/** Elements of version 1.5 with their required properties, from the schema at adaptivecards.io. */
const requiredProperties: Record<string, readonly string[]> = {
  AdaptiveCard: ['version', 'body', 'fallbackText'],
  TextBlock: ['text'],
  Container: ['items'],
  FactSet: ['facts'],
  'Input.Text': ['id', 'label'],
  'Input.ChoiceSet': ['id', 'choices', 'label'],
  'Action.Execute': ['title', 'verb', 'data', 'fallback'],
  'Action.Submit': ['title', 'data'],
  'Action.OpenUrl': ['title', 'url'],
};

describe.each(largestCards)('the largest card of %s', (_, card) => {
  it('is small enough for every client', () => {
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(MAX_CARD_BYTES);
  });

  it('contains elements of version 1.5 only, each with its required properties', () => {
    expect(card.version).toBe('1.5');
    for (const element of getElements(card)) {
      const names = requiredProperties[element.type];
      expect([element.type, names !== undefined]).toEqual([element.type, true]);
      for (const name of names ?? []) expect(element[name]).toBeDefined();
    }
  });

  /** @proves threat:cards */
  it('has at most six actions, loads nothing and has a fallback text', () => {
    expect((card.actions ?? []).length).toBeLessThanOrEqual(6);
    expect(card.fallbackText.length).toBeGreaterThan(0);
    const textBlocks = getElements(card).filter(({ type }) => type === 'TextBlock');
    for (const { text } of textBlocks) expect(text).not.toMatch(/(?<!\\)\]\(|<img/);
    expect(getElements(card).some(({ type }) => type === 'Image')).toBe(false);
  });

  it('has only buttons that the bot handles, with the same data in the fallback', () => {
    for (const action of getElements(card).filter(({ type }) => type === 'Action.Execute')) {
      const submitted = { site: 'f', model: 'm', prompt: id, v0: 'Oslo', ...(action['data'] as object) };
      expect(CardAction.safeParse(submitted).success).toBe(true);
      expect((action['fallback'] as CardElement)['data']).toEqual(action['data']);
    }
  });
});

it('parses an action from an invoke and from a message, and nothing else', () => {
  const data = { verb: 'continue', chat: id };
  expect(parseCardAction({ action: { type: 'Action.Execute', data } })).toEqual(data);
  expect(parseCardAction(data)).toEqual(data);
  for (const invalid of [undefined, null, 7, 'ask', {}, { verb: 'ask' }, { verb: 'continue', chat: '1' }, [data]])
    expect(parseCardAction(invalid)).toBeNull();
});

it('names some finished files with the sites that the person can search, and counts the others', () => {
  const file = { name: 'Budget *2027*.pdf', site_id: 'f', state: 'ready' as const };
  const files = [{ ...file, name: 'scan.pdf', site_id: 'p', state: 'failed' as const }, file];
  const { body, fallbackText } = noticeCard({ ready: 2, failed: 1, files }, new Map([['f', 'Finance']]), link);
  expect(fallbackText).toBe("2 files are ready. 1 file couldn't be read.");
  expect(body.map(({ text }) => text).slice(1, 4)).toEqual([
    "scan.pdf: couldn't be read",
    'Budget \\*2027\\*.pdf in Finance',
    '… and 1 more',
  ]);
});

it.each([
  [10, null],
  [11, 'and 1 more source'],
  [13, 'and 3 more sources'],
])('a card for %d sources says how many it does not list', (count, line) => {
  const citations = Array.from({ length: count }, (_, index) => createCitation(index + 1));
  const text = JSON.stringify(
    answerCard({ citations, followUps: [], getSiteName: () => '', linkTo: () => link, answerLink: link }),
  );
  if (line === null) expect(text).not.toContain('more source');
  else expect(text).toContain(line);
});

it.each<[CallState, string]>([
  [{ name: 'done', found: 1, results: [] }, '1 result'],
  [{ name: 'done', found: 1, results: [], outcome: '4 rows' }, '4 rows'],
  [{ name: 'failed', reason: 'This took too long.' }, 'Failed'],
  [{ name: 'failed', reason: 'Stopped with the answer.' }, 'Stopped'],
])('says how a call ended that is %j', (state, outcome) => {
  const call = { id, title: 'Calculate', asked: '', state };
  const options = { citations: [], followUps: [], getSiteName: () => '', linkTo: () => link, answerLink: link };
  expect(JSON.stringify(answerCard({ ...options, calls: [call] }))).toContain(`Calculate · ${outcome}`);
});
