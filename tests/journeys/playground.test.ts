import { continueBotChat } from '#contract/bot.ts';
import { PERSONAL_CHAT_ID } from '#sandbox/playground/playgroundConfiguration.ts';
import { openPlayground, type Playground, type DrawnMessage } from '#tests/harness/app/playground.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { toMessageFile, uploadAndRead } from '#tests/harness/client/uploads.ts';

/** Microsoft's Agents Playground validates what it receives. So what it displays would be accepted by Teams. */
let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground?.close());

const listStreamTypes = ({ messageId }: DrawnMessage) =>
  playground.drawn
    .filter((message) => message.messageId === messageId)
    .map(({ streamEntity }) => streamEntity?.streamType);

it('Ada writes, the answer streams and is marked as AI-generated', async () => {
  await playground.send('write 60 words about the summer budget');

  const answer = await playground.waitForAnswer(/Summer Budget/);

  expect(listStreamTypes(answer)[0]).toBe('informative');
  expect(listStreamTypes(answer).at(-1)).toBe('final');
  expect(answer.aiEntity?.additionalType).toEqual(['AIGeneratedContent']);
  expect(await playground.react(answer, 'like', 'Clear and short')).toBe(200);
});

it('Ada presses a follow-up question on the card and AVA answers it', async () => {
  await playground.send('write 60 words about the winter garden');
  await playground.waitForAnswer(/Winter Garden/);
  const isCard = ({ attachments = [] }: DrawnMessage) => attachments.some(({ content }) => content.actions);
  const card = playground.drawn.findLast(isCard);
  const action = card?.attachments?.[0]?.content.actions?.find(({ type }) => type === 'Action.Execute');
  if (!card || !action) throw new Error('There is no card with a follow-up question.');
  const before = playground.drawn.length;

  expect((await playground.pressButton(card, { verb: action.verb, data: action.data })).status).toBe(200);

  const answer = await playground.waitForAnswer(/\S/, before);
  expect(answer.streamEntity?.streamType).toBe('final');
});

it('Ada continues a chat from the tab, and the answer cites its file', async () => {
  const { ada } = playground;
  const pages = [['The garden party takes place on the third of May.'], ['Lunch is served at 12:30.']];
  const { file } = await uploadAndRead(ada, new File([new Uint8Array(await makePdf(pages))], 'party.pdf'));
  const chat_id = await makeChat(ada);
  await ask(ada, { convo_id: chat_id, text: 'When is the garden party?', file_context: [toMessageFile(file)] });
  await ada.call(continueBotChat, { conversation_id: PERSONAL_CHAT_ID, chat_id });

  await playground.send('When is lunch served?');

  const answer = await playground.waitForAnswer(/12:30.*\[1\]/);
  const [citation] = answer.aiEntity?.citation ?? [];
  expect(citation).toMatchObject({ position: 1, appearance: { name: 'party.pdf' } });
  expect(citation?.appearance.abstract).toContain('Lunch is served at 12:30');
});
