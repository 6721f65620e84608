import fc from 'fast-check';
import { anyCharacter } from '#tests/harness/anyCharacter.ts';
import { MAX_TEXT, toMessageText } from '#bot/answer/answerText.ts';
import { parseCardAction } from '#bot/cards/cardAction.ts';
import { parseCommand } from '#bot/commands/commands.ts';
import { createActivityHandler } from '#bot/turn/activityHandler.ts';
import { getTenantId, IncomingActivity } from '#bot/teams/incomingActivity.ts';
import { findMentionedSites, hasMentionSyntax, matchSites } from '#bot/question/mentionedSite.ts';
import { parseQuestion, parseText } from '#bot/question/question.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';
import { expectLinear } from '#tests/harness/hostile/linearTime.ts';

const recipient = { id: '28:bot' };
const makeMention = (text: string, name: string, id = '29:ben') => ({ type: 'mention', text, mentioned: { id, name } });
/** Maximum length of a question from an activity. */
const LONGEST = 100_000;

/** @proves threat:activity-cost */
describe('mentions do not make a text grow', () => {
  it.each<[string, (count: number) => { text: string; entities: object[] }]>([
    [
      'without a text',
      (count) => ({ text: 'x', entities: Array.from({ length: count }, () => makeMention('', 'abc')) }),
    ],
    ['of a letter', (count) => ({ text: 'a', entities: Array.from({ length: count }, () => makeMention('a', 'aaa')) })],
    [
      'whose name is mentions',
      (count) => ({
        text: '<at>x</at>',
        entities: Array.from({ length: count }, () => makeMention('<at>x</at>', '<at>x</at>'.repeat(3))),
      }),
    ],
  ])('not even mentions %s', (_, make) => {
    for (const count of [2, 4, 8, 10, 40, 1_000]) {
      const { text, entities } = make(count);
      expect(parseText({ text, entities, recipient }).length).toBeLessThan(100);
    }
  });

  it('nor do many mentions with long names in one text', () => {
    const text = '<at>x</at>'.repeat(90_000);
    const written = parseText({ text, entities: [makeMention('<at>x</at>', 'y'.repeat(300))], recipient });
    expect(written.length).toBeLessThanOrEqual(LONGEST);
  });
});

/** @proves threat:activity-cost */
it('only a bounded part of an activity is read', () => {
  const contentType = 'application/vnd.microsoft.teams.file.download.info';
  const file = { contentType, name: 'a', content: { downloadUrl: 'https://northwind.sharepoint.com/a' } };
  const question = parseQuestion({
    id: '1',
    text: 'x'.repeat(1_000_000),
    recipient,
    entities: 'many',
    attachments: Array.from({ length: 10_000 }, () => file),
  });
  expect(question.text).toHaveLength(LONGEST);
  expect(question.files.length).toBeLessThanOrEqual(50);
  const endless = 'x'.repeat(100_000);
  const activity = {
    type: 'message',
    channelId: 'msteams',
    serviceUrl: 'https://smba.trafficmanager.net/',
    from: { id: '29:ada' },
    recipient,
    conversation: { id: 'a:1' },
  };
  expect(IncomingActivity.safeParse(activity).success).toBe(true);
  for (const part of [
    { from: { id: endless } },
    { from: { id: '29:ada', name: endless } },
    { from: { id: '29:ada', aadObjectId: endless } },
    { conversation: { id: 'a:1', tenantId: endless } },
    { serviceUrl: `https://smba.trafficmanager.net/${endless}` },
    { name: endless },
  ])
    expect(IncomingActivity.safeParse({ ...activity, ...part }).success).toBe(false);
});

it('an ignored activity is acknowledged without being parsed', async () => {
  const turns: string[] = [];
  const adapter = {
    authenticate: async () => ({}) as never,
    run: async (_caller: unknown, { type }: { type: string }) => void turns.push(type),
  };
  const allowedOrigin = { serviceUrls: ['https://smba.trafficmanager.net/'], tenantId: null };
  const logs = { log: silentLog, logTurnError: () => undefined };
  const handler = createActivityHandler(adapter as never, async () => undefined, allowedOrigin, logs);
  for (const type of ['conversationUpdate', 'messageReaction', 'typing', 'event', 'message', 'installationUpdate']) {
    const activity = {
      type,
      channelId: 'msteams',
      serviceUrl: 'https://smba.trafficmanager.net/',
      from: { id: '29:ada' },
      recipient,
      conversation: { id: 'a:1' },
      membersAdded: Array.from({ length: 10_000 }, (_, index) => ({ id: `29:${index}` })),
    };
    expect(await handler.handle(activity, 'Bearer x')).toEqual({ status: 200 });
  }
  await handler.waitForTurns();
  expect(turns).toEqual(['message', 'installationUpdate']);
});

const sites = Array.from({ length: 200 }, (_, index) => ({
  SiteId: String(index),
  SiteName: `Site ${index} of the ${'long '.repeat(20)}name`,
}));
const readers: [string, (text: string) => unknown][] = [
  ['parseText', (text) => parseText({ text, recipient, entities: [makeMention('<at>x</at>', 'Ben')] })],
  ['parseCommand', parseCommand],
  ['hasMentionSyntax', hasMentionSyntax],
  ['findMentionedSites', (text) => findMentionedSites(text, sites)],
  ['matchSites', (text) => matchSites(text, sites)],
  ['toMessageText', toMessageText],
  ['parseCardAction', (text) => parseCardAction({ verb: 'ask', text })],
];
const pieces = [
  '!',
  '.',
  '[',
  '[a',
  ']',
  '<',
  '<at',
  '<at ',
  '</at>',
  '<at>x</at>',
  '@',
  ' ',
  '\t',
  '\n',
  '`',
  '```\n',
  '![',
  '&nbsp;',
  '😀',
  'a ',
];

/** @proves threat:activity-cost */
describe.each(readers)('%s takes time linear to the text', (_, read) => {
  it.each(pieces)('that repeats %j', async (piece) => {
    const make = (size: number) => `help ${piece.repeat(Math.ceil(size / piece.length))}x`;
    await expectLinear(25_000, make, read);
  });
});

describe('random input', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 200 }).map((all) => all.join('')),
    fc.anything(),
  );
  const entity = fc.oneof(
    fc.record({
      type: fc.constant('mention'),
      text: fc.oneof(fc.constantFrom('', 'a', '<at>x</at>'), fc.string()),
      mentioned: fc.record({ id: fc.constantFrom('28:bot', '29:ben'), name: fc.string({ maxLength: 400 }) }),
    }),
    fc.anything(),
  );
  const activity = fc.record({
    text,
    entities: fc.oneof(fc.array(entity, { maxLength: 60 }), fc.anything()),
    attachments: fc.oneof(
      fc.array(
        fc.oneof(fc.record({ contentType: fc.string(), name: fc.string(), content: fc.anything() }), fc.anything()),
      ),
      fc.anything(),
    ),
    value: fc.anything(),
  });

  it('in an activity gives a question of bounded length', () => {
    fc.assert(
      fc.property(activity, (activityInput) => {
        const question = parseQuestion({ ...activityInput, id: '1', recipient });
        expect(question.text.length).toBeLessThanOrEqual(LONGEST);
        expect(question.text.isWellFormed()).toBe(true);
        parseCommand(question.text);
        findMentionedSites(question.text, sites);
        matchSites(question.text, sites);
        parseCardAction(activityInput.value);
        getTenantId({ conversation: {}, channelData: activityInput.value });
        expect(toMessageText(question.text).text.length).toBeLessThanOrEqual(MAX_TEXT);
      }),
      { numRuns: 500 },
    );
  });

  it('in an answer shows no tag and no image, and the shown text only grows while it streams', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...pieces,
            'img src=x>',
            '(u)',
            '~~~\n',
            '``',
            '$',
            '\\(',
            '\\)',
            '**',
            '~',
            '<u>',
            '</u>',
            '<br>',
            '|',
            'x+1',
            '。',
            '\n\n',
          ),
          { maxLength: 40 },
        ),
        (parts) => {
          let before = '';
          for (let end = 0; end <= parts.length; end += 1) {
            const { text: shown } = toMessageText(parts.slice(0, end).join(''), end < parts.length);
            expect(shown.startsWith(before)).toBe(true);
            expect(shown).not.toMatch(/<(?!br>|\/?u>)[a-z/!?]|!\[/i);
            before = shown;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
