import type { ChatMetadata } from '../../../api/contract/chat.ts';
import type { Citation } from '../../../api/contract/runs.ts';
import { actionOf, CardAction } from './actions.ts';
import { MAX_CARD_BYTES, type Card, type CardElement } from './card.ts';
import { chatsCard, helpCard, sitesCard, waitingCard } from './choiceCards.ts';
import { doneCard } from './doneCard.ts';
import { hiddenSourcesCard, sourcesCard } from './sourcesCard.ts';

const id = 'c0000000-0000-4000-8000-000000000001';
const link = `https://teams.microsoft.com/l/entity/${id}/home?context=${'x'.repeat(300)}`;
const long =
  'A very long name, with ünïcödé 😀 and [brackets](https://evil.example) ![x](https://evil.example/p.png) '.repeat(40);

const citation = (number: number): Citation => ({
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
const chat = (title: string) => ({ ConversationId: id, Title: title }) as ChatMetadata;
const site = (name: string) => ({ SiteId: 'f'.repeat(32), SiteName: name }) as Parameters<typeof sitesCard>[0][number];

const largest: [string, Card][] = [
  [
    'sources',
    sourcesCard({
      citations: Array.from({ length: 40 }, (_, at) => citation(at + 1)),
      followUps: [long, long, long, long],
      siteName: () => long,
      linkTo: () => link,
      answerLink: link,
    }),
  ],
  ['hidden sources', hiddenSourcesCard({ asker: { id, name: long }, chatId: id, messageId: id, answerLink: link })],
  [
    'sites',
    sitesCard(
      Array.from({ length: 200 }, () => site(long)),
      Array.from({ length: 90 }, () => ({ name: long, link })),
    ),
  ],
  ['no sites', sitesCard([], [{ name: long, link }])],
  ['chats', chatsCard(Array.from({ length: 20 }, () => chat(long)))],
  ['waiting', waitingCard(id)],
  [
    'done work',
    doneCard(
      {
        ready: 900,
        failed: 90,
        files: Array.from({ length: 10 }, () => ({ name: long, site_id: 'f', state: 'failed' as const })),
      },
      new Map([['f', long]]),
      link,
    ),
  ],
  ['help', helpCard([{ name: 'search <site>', summary: long }], link)],
];

/** Every element of a card, the card itself among them. */
function elementsOf(value: unknown): CardElement[] {
  if (Array.isArray(value)) return value.flatMap(elementsOf);
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(elementsOf);
  return 'type' in value && typeof value.type === 'string' ? [value as CardElement, ...within] : within;
}

/** Elements of version 1.5 and what they must have, from the schema at adaptivecards.io. */
const required: Record<string, readonly string[]> = {
  AdaptiveCard: ['version', 'body', 'fallbackText'],
  TextBlock: ['text'],
  Container: ['items'],
  FactSet: ['facts'],
  'Input.ChoiceSet': ['id', 'choices', 'label'],
  'Action.Execute': ['title', 'verb', 'data', 'fallback'],
  'Action.Submit': ['title', 'data'],
  'Action.OpenUrl': ['title', 'url'],
};

describe.each(largest)('the card of %s at its largest', (_, card) => {
  it('is small enough for every client', () => {
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(MAX_CARD_BYTES);
  });

  it('is made of elements of version 1.5, each with what it must have', () => {
    expect(card.version).toBe('1.5');
    for (const element of elementsOf(card)) {
      const names = required[element.type];
      expect([element.type, names !== undefined]).toEqual([element.type, true]);
      for (const name of names ?? []) expect(element[name]).toBeDefined();
    }
  });

  it('has at most six actions, loads nothing and reads as text where it cannot be shown', () => {
    expect((card.actions ?? []).length).toBeLessThanOrEqual(6);
    expect(card.fallbackText.length).toBeGreaterThan(0);
    const shown = elementsOf(card).filter(({ type }) => type === 'TextBlock');
    for (const { text } of shown) expect(text).not.toMatch(/(?<!\\)\]\(|<img/);
    expect(elementsOf(card).some(({ type }) => type === 'Image')).toBe(false);
  });

  it('carries only buttons that the bot knows, the same in both forms', () => {
    for (const action of elementsOf(card).filter(({ type }) => type === 'Action.Execute')) {
      const chosen = { site: 'f', model: 'm', ...(action['data'] as object) };
      expect(CardAction.safeParse(chosen).success).toBe(true);
      expect((action['fallback'] as CardElement)['data']).toEqual(action['data']);
    }
  });
});

it('reads an action from an invoke and from a message, and nothing from anything else', () => {
  const data = { verb: 'continue', chat: id };
  expect(actionOf({ action: { type: 'Action.Execute', data } })).toEqual(data);
  expect(actionOf(data)).toEqual(data);
  for (const other of [undefined, null, 7, 'ask', {}, { verb: 'ask' }, { verb: 'continue', chat: '1' }, [data]])
    expect(actionOf(other)).toBeNull();
});

it('tells of files by their site where the reader may know it, and of how many there are beyond', () => {
  const file = { name: 'Budget *2027*.pdf', site_id: 'f', state: 'ready' as const };
  const files = [{ ...file, name: 'scan.pdf', site_id: 'p', state: 'failed' as const }, file];
  const { body, fallbackText } = doneCard({ ready: 2, failed: 1, files }, new Map([['f', 'Finance']]), link);
  expect(fallbackText).toBe('2 files of yours are ready. 1 file of yours is not ready: reading failed.');
  expect(body.map(({ text }) => text).slice(1, 4)).toEqual([
    'scan.pdf: could not be read',
    'Budget \\*2027\\*.pdf in Finance',
    '… and 1 more',
  ]);
});
