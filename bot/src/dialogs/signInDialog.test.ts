import type { Activity } from 'botbuilder';
import { DialogTurnStatus } from 'botbuilder-dialogs';
import { DialogTestClient } from 'botbuilder-testing';
import { signInMessage, type TokenExchangeResult } from '#bot/auth/tokenExchange.ts';
import { texts } from '#bot/texts.ts';
import { SignInDialog, type SignInSteps } from './signInDialog.ts';

/** A sign-in whose token exchanges have the given results, in this order. */
function startSignIn(...results: TokenExchangeResult[]) {
  const exchangedValues: unknown[] = [];
  const responses: Promise<unknown>[] = [];
  const steps: SignInSteps = {
    async sendCard({ context }) {
      await context.sendActivity(signInMessage('https://ava.northwind.example/auth-start.html', 'exchange-1'));
    },
    async exchangeToken(_dialog, value) {
      exchangedValues.push(value);
      const result = results.shift();
      if (!result) throw new Error('no further token was expected');
      return result;
    },
    async reportFailure({ context }) {
      await context.sendActivity('It failed.');
    },
  };
  const dialog = new SignInDialog(steps, ({ context }, value) => {
    responses.push(context.sendActivity({ type: 'invokeResponse', value }));
  });
  return { ada: new DialogTestClient('msteams', dialog), exchangedValues };
}

const invoke = (name: string, value: unknown): Partial<Activity> => ({ type: 'invoke', name, value });
const tokenExchange = invoke('signin/tokenExchange', { id: 'exchange-1', connectionName: 'ava', token: 'a.b.c' });
const signedIn: TokenExchangeResult = { name: 'signed in', first: true, status: 200, body: {} };
const consentNeeded: TokenExchangeResult = {
  name: 'refused',
  status: 412,
  body: { failureDetail: texts.consentNeeded },
};

it('sends a card, and ends when Teams sends a token', async () => {
  const { ada, exchangedValues } = startSignIn(signedIn);
  const card = await ada.sendActivity('Hello');
  expect(card.attachments).toMatchObject([
    {
      contentType: 'application/vnd.microsoft.card.oauth',
      content: { connectionName: 'ava', tokenExchangeResource: { id: 'exchange-1' }, buttons: [{ type: 'signin' }] },
    },
  ]);
  expect(await ada.sendActivity(tokenExchange)).toMatchObject({ type: 'invokeResponse', value: { status: 200 } });
  expect(exchangedValues).toEqual([tokenExchange.value]);
  expect(ada.dialogTurnResult).toMatchObject({ status: DialogTurnStatus.complete, result: { name: 'signed in' } });
});

it('asks for consent with 412, then for a new token', async () => {
  const { ada } = startSignIn(consentNeeded, signedIn);
  await ada.sendActivity('Hello');
  const refused = await ada.sendActivity(tokenExchange);
  expect(refused).toMatchObject({ value: { status: 412, body: { failureDetail: texts.consentNeeded } } });
  expect(ada.dialogTurnResult.status).toBe(DialogTurnStatus.waiting);
  expect(await ada.sendActivity(invoke('signin/verifyState', { state: '' }))).toMatchObject({ value: { status: 200 } });
  expect(ada.getNextReply()).toMatchObject({ attachments: [{ contentType: 'application/vnd.microsoft.card.oauth' }] });
  await ada.sendActivity(tokenExchange);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'signed in' });
});

it('recognizes a token that another device sent before', async () => {
  const { ada } = startSignIn({ ...signedIn, first: false });
  await ada.sendActivity('Hello');
  await ada.sendActivity(tokenExchange);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'again' });
});

it('reports a failure of Teams and keeps waiting', async () => {
  const { ada } = startSignIn(signedIn);
  await ada.sendActivity('Hello');
  expect(await ada.sendActivity(invoke('signin/failure', { code: 'tokenmissing' }))).toMatchObject({
    value: { status: 200 },
  });
  expect(ada.getNextReply()).toMatchObject({ text: 'It failed.' });
  await ada.sendActivity(tokenExchange);
  expect(ada.dialogTurnResult.result).toEqual({ name: 'signed in' });
});
