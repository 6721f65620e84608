import type { Activity } from 'botbuilder';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { escapeMarkdown, joinMarkdown } from '#bot/text/markdown.ts';
import { card, factSet, link, MAX_CARD_BYTES, textBlock, toAttachment, type CardElement } from './card.ts';
import { replaceInvalidCards } from './checkCards.ts';

const FALLBACK = escapeMarkdown('Tea at four');

function check(body: CardElement[], actions: CardElement[] = []) {
  const log = createRecordingLog();
  const attachment = toAttachment(card(FALLBACK, body, actions));
  const activity: Partial<Activity> = { type: 'message', attachments: [attachment] };
  replaceInvalidCards(activity, log);
  return { activity, log, attachment };
}

it('a card that Teams shows stays as it is', () => {
  const facts = factSet([{ title: escapeMarkdown('Tea'), value: escapeMarkdown('at four') }]);
  const { activity, attachment } = check([textBlock(FALLBACK), facts], [link('Open', 'https://ava.example.com')]);
  expect(activity).toEqual({ type: 'message', attachments: [attachment] });
});

it.each<[string, CardElement[], CardElement[]]>([
  ['an unknown element', [{ type: 'Teapot' }], []],
  ['a size that is none', [textBlock(FALLBACK, { size: 'Huge' })], []],
  ['a link without an address', [], [{ type: 'Action.OpenUrl', title: 'Open' }]],
  ['an element of a later version', [{ type: 'Carousel', pages: [] }], []],
  [
    'too many bytes',
    [
      textBlock(
        joinMarkdown(
          Array.from({ length: MAX_CARD_BYTES / 10 }, () => FALLBACK),
          ' ',
        ),
      ),
    ],
    [],
  ],
])('a card with %s becomes its fallback text, and the reason is logged', (_, body, actions) => {
  const { activity, log } = check(body, actions);
  expect(activity).toEqual({ type: 'message', text: FALLBACK, attachments: [] });
  expect(log.lines).toEqual(['error card cannot be shown']);
});
