import { createPrompt, deletePrompt, updatePrompt } from '#contract/prompts/prompts.ts';
import { texts } from '#bot/texts.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  findMessages,
  getButtons,
  openTeamsChat,
  type TeamsChat,
  type VisibleMessage,
} from '#tests/harness/bot/teamsChat.ts';
import { eventually } from '#tests/harness/eventually.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ bot: true });
});
afterAll(() => app.close());

const write = (person: string, prompt_title: string, prompt_text: string, more: object = {}) =>
  app.as(person).call(createPrompt, { prompt_title, prompt_text, ...more });
const shared = { is_private: false };
const toCards = (message: VisibleMessage | undefined) => JSON.stringify(message?.activity.attachments ?? []);

function waitForMessage(chat: TeamsChat, text: string): Promise<VisibleMessage> {
  return eventually(
    async () => {
      const message = (await chat.listMessages()).findLast(
        (candidate) => candidate.activity.text?.includes(text) || toCards(candidate).includes(text),
      );
      if (!message) throw new Error(`No message says “${text}”: ${app.readBotLog().slice(-2_000)}`);
      return message;
    },
    { everyMs: 100 },
  );
}

function findButton(message: VisibleMessage, verb: string) {
  const button = getButtons(message).find((one) => one.verb === verb);
  if (!button) throw new Error(`There is no button ${verb}.`);
  return button;
}

/** Presses the button of a card with what the person filled in. */
async function press(chat: TeamsChat, message: VisibleMessage, verb: string, inputs: Record<string, string>) {
  const button = findButton(message, verb);
  return chat.pressButton(message, { ...button, data: { ...button.data, ...inputs } });
}

describe('Ada in her personal chat', () => {
  const chat = () => openTeamsChat(app, 'ada');

  it('sees that there are no prompts yet', async () => {
    await chat().send('prompts');
    await waitForMessage(chat(), texts.noPrompts);
  });

  it('sees her own and shared prompts, and one without variables is asked right away', async () => {
    await write('ada', 'Greet *everybody*', 'repeat after me: Good morning.');
    await write('ben', 'Bens diary', 'repeat after me: secret');
    const bens = await write('ben', 'Team greeting', 'repeat after me: Good evening.', shared);
    await chat().send('prompts');
    const list = await waitForMessage(chat(), texts.whichPrompt);
    expect(toCards(list)).toContain('Greet *everybody* (private)');
    expect(toCards(list)).toContain('Team greeting');
    expect(toCards(list)).not.toContain('Bens diary');
    await press(chat(), list, 'usePrompt', { prompt: bens.prompt_id });
    await waitForMessage(chat(), 'Good evening.');
    await chat().send('prompts greet');
    expect(toCards(await waitForMessage(chat(), 'Greet *everybody* (private)'))).not.toContain('Nobody');
    await chat().send('prompts cake');
    await waitForMessage(chat(), 'a prompt called “cake”');
  });

  it('is asked for the variables, again if they changed meanwhile, and values are only text', async () => {
    const ada = app.as('ada');
    const fields = { prompt_title: 'Letter', prompt_text: 'repeat after me: Dear {{ Client }}, see you {{when}}.' };
    const prompt = await ada.call(createPrompt, fields);
    const { prompt_id } = prompt;
    await chat().send('prompts letter');
    const list = await waitForMessage(chat(), 'Letter (private)');
    await press(chat(), list, 'usePrompt', { prompt: prompt_id });
    const form = await waitForMessage(chat(), '"label":"Client"');
    await press(chat(), form, 'askPrompt', { v0: '{{when}} $&', v1: 'on Friday' });
    await waitForMessage(chat(), 'see you on Friday.');
    const [answer] = (await chat().listAnswers()).slice(-1);
    expect(answer?.activity.text).toContain('when');
    await ada.call(updatePrompt, { ...fields, prompt_id, version: 1, prompt_text: 'repeat after me: {{Place}}' });
    await press(chat(), form, 'askPrompt', { v0: 'Elif', v1: 'today' });
    const next = await waitForMessage(chat(), '"label":"Place"');
    await ada.call(deletePrompt, { prompt_id });
    await press(chat(), next, 'askPrompt', { v0: 'Oslo' });
    await waitForMessage(chat(), texts.staleCard);
  });

  it('learns that a prompt for files needs one, and can ask anyway', async () => {
    const prompt = await write('ada', 'Read it', 'repeat after me: Read.', { labels: 'pdf,word' });
    await chat().send('prompts read it');
    await press(chat(), await waitForMessage(chat(), 'Read it (private)'), 'usePrompt', { prompt: prompt.prompt_id });
    const form = await waitForMessage(chat(), 'for files: PDF, Word.');
    await press(chat(), form, 'askPrompt', {});
    await eventually(async () => expect((await chat().listAnswers()).at(-1)?.activity.text).toBe('Read.'), {
      everyMs: 100,
    });
  });

  /** @proves threat:prompt-in-teams */
  it('cannot use the prompt of another person with a forged button', async () => {
    const secret = await write('ben', 'Hidden', 'repeat after me: hidden words');
    await chat().send('prompts');
    const list = await waitForMessage(chat(), texts.whichPrompt);
    const countRefusals = async () => findMessages(await chat().listMessages(), texts.staleCard).length;
    const count = await countRefusals();
    await press(chat(), list, 'usePrompt', { prompt: secret.prompt_id });
    await eventually(async () => expect(await countRefusals()).toBe(count + 1), { everyMs: 100 });
  });
});

/** @proves threat:prompt-in-teams */
it('in a group no prompt is shown', async () => {
  const group = { kind: 'groupChat', name: 'Tea', people: ['ada', 'ben'] };
  const { id } = (await app.control('channel', 'conversation', group)) as { id: string };
  const chat = openTeamsChat(app, 'ada', id);
  await chat.send('@AVA prompts', { mentionBot: true });
  await waitForMessage(chat, texts.promptsInPrivate);
  expect(getButtons((await chat.listMessages()).at(-1))).toEqual([]);
});
