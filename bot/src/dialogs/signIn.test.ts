import { DialogTestClient } from 'botbuilder-testing';
import { DialogTurnStatus } from 'botbuilder-dialogs';
import type { Activity } from 'botbuilder';
import { signInMessage, type Exchanged } from '../signIn.ts';
import { texts } from '../texts.ts';
import { SignIn } from './signIn.ts';

/** A sign-in to which AVA says, for each token in turn, what is given. */
function begin(...exchanges: Exchanged[]) {
  const taken: unknown[] = [];
  const answers: Promise<unknown>[] = [];
  const dialog = new SignIn({
    async ask({ context }) {
      await context.sendActivity(signInMessage('https://ava.northwind.example/auth-start.html', 'exchange-1'));
    },
    async take(_dialog, value) {
      taken.push(value);
      const exchanged = exchanges.shift();
      if (!exchanged) throw new Error('Nobody expected another token.');
      return exchanged;
    },
    answer: ({ context }, value) => void answers.push(context.sendActivity({ type: 'invokeResponse', value })),
    async failed({ context }) {
      await context.sendActivity('It failed.');
    },
  });
  return { ada: new DialogTestClient('msteams', dialog), taken };
}

const invoke = (name: string, value: unknown): Partial<Activity> => ({ type: 'invoke', name, value });
const token = invoke('signin/tokenExchange', { id: 'exchange-1', connectionName: 'ava', token: 'a.b.c' });
const signedIn: Exchanged = { name: 'signed in', first: true, status: 200, body: {} };
const consent: Exchanged = { name: 'refused', status: 412, body: { failureDetail: texts.consentNeeded } };

it('asks with a card on which Teams brings a token, and is content with it', async () => {
  const { ada, taken } = begin(signedIn);
  const card = await ada.sendActivity('Hello');
  expect(card.attachments).toMatchObject([
    {
      contentType: 'application/vnd.microsoft.card.oauth',
      content: { connectionName: 'ava', tokenExchangeResource: { id: 'exchange-1' }, buttons: [{ type: 'signin' }] },
    },
  ]);
  expect(await ada.sendActivity(token)).toMatchObject({ type: 'invokeResponse', value: { status: 200 } });
  expect(taken).toEqual([token.value]);
  expect(ada.dialogTurnResult).toMatchObject({ status: DialogTurnStatus.complete, result: { name: 'signed in' } });
});

it('asks for consent with 412, and once more for a token when it was given', async () => {
  const { ada } = begin(consent, signedIn);
  await ada.sendActivity('Hello');
  const refused = await ada.sendActivity(token);
  expect(refused).toMatchObject({ value: { status: 412, body: { failureDetail: texts.consentNeeded } } });
  expect(ada.dialogTurnResult.status).toBe(DialogTurnStatus.waiting);
  expect(await ada.sendActivity(invoke('signin/verifyState', { state: '' }))).toMatchObject({ value: { status: 200 } });
  expect(ada.getNextReply()).toMatchObject({ attachments: [{ contentType: 'application/vnd.microsoft.card.oauth' }] });
  await ada.sendActivity(token);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'signed in' });
});

it('knows a token that another device brought before', async () => {
  const { ada } = begin({ ...signedIn, first: false });
  await ada.sendActivity('Hello');
  await ada.sendActivity(token);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'again' });
});

it('says why Teams could not, and goes on waiting', async () => {
  const { ada } = begin(signedIn);
  await ada.sendActivity('Hello');
  expect(await ada.sendActivity(invoke('signin/failure', { code: 'tokenmissing' }))).toMatchObject({
    value: { status: 200 },
  });
  expect(ada.getNextReply()).toMatchObject({ text: 'It failed.' });
  await ada.sendActivity(token);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'signed in' });
});
