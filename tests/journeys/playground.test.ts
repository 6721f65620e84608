import { continueBotChat } from '../../api/contract/bot.ts';
import { PERSONAL_CHAT_ID } from '../../env/sandbox/playground/configuration.ts';
import { makePdf } from '../harness/documents.ts';
import { openPlayground, type Playground, type Shown } from '../harness/app/playground.ts';
import { ask, contextOf, makeChat, uploadAndRead } from '../harness/client/personData.ts';

/** Microsoft's Agents Playground checks what it is sent by rules of its own: what it draws, Teams would take. */
let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
}, 150_000);
afterAll(() => playground?.close());

const statesOf = ({ messageId }: Shown) =>
  playground.drawn.filter((each) => each.messageId === messageId).map((each) => each.streamEntity?.streamType);

it('Ada writes, the answer streams in, and it says that a model wrote it', async () => {
  await playground.say('write 60 words about the summer budget');

  const answer = await playground.answered(/Summer Budget/);

  expect(statesOf(answer)[0]).toBe('informative');
  expect(statesOf(answer).at(-1)).toBe('final');
  expect(answer.aiEntity?.additionalType).toEqual(['AIGeneratedContent']);
  expect(await playground.react(answer, 'like', 'Clear and short')).toBe(200);
});

it('Ada presses a follow-up question on the card, and it is answered', async () => {
  await playground.say('write 60 words about the winter garden');
  await playground.answered(/Winter Garden/);
  const isCard = ({ attachments = [] }: Shown) => attachments.some(({ content }) => content.actions);
  const card = playground.drawn.findLast(isCard);
  const action = card?.attachments?.[0]?.content.actions?.find(({ type }) => type === 'Action.Execute');
  if (!card || !action) throw new Error('There is no card with a follow-up question.');
  const before = playground.drawn.length;

  expect((await playground.press(card, { verb: action.verb, data: action.data })).status).toBe(200);

  const answer = await playground.answered(/\S/, before);
  expect(answer.streamEntity?.streamType).toBe('final');
});

it('Ada goes on with a chat of the tab, whose file the answer cites', async () => {
  const { ada } = playground;
  const pages = [['The garden party takes place on the third of May.'], ['Lunch is served at 12:30.']];
  const { file } = await uploadAndRead(ada, new File([new Uint8Array(await makePdf(pages))], 'party.pdf'));
  const chat_id = await makeChat(ada);
  await ask(ada, { convo_id: chat_id, text: 'When is the garden party?', file_context: [contextOf(file)] });
  await ada.call(continueBotChat, { conversation_id: PERSONAL_CHAT_ID, chat_id });

  await playground.say('When is lunch served?');

  const answer = await playground.answered(/12:30.*\[1\]/);
  const [citation] = answer.aiEntity?.citation ?? [];
  expect(citation).toMatchObject({ position: 1, appearance: { name: 'party.pdf' } });
  expect(citation?.appearance.abstract).toContain('Lunch is served at 12:30');
});
