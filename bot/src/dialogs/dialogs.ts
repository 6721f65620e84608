import { MemoryStorage, PrivateConversationState, type InvokeResponse, type TurnContext } from 'botbuilder';
import { DialogSet, DialogTurnStatus, type DialogState } from 'botbuilder-dialogs';
import { SignIn, type SignInOutside, type SignInResult } from './signIn.ts';
import { SiteChoice, type SiteOptions, type SiteResult } from './siteChoice.ts';

/** What a turn has done in a dialog: there was none, it goes on, or it has ended. */
export type Advanced = { name: 'none' } | { name: 'open' } | { name: 'ended'; result: SiteResult };

/** The dialogs of a conversation, for each person in it. They are kept in memory: what they end in lasts. */
export interface Dialogs {
  beginSiteChoice(context: TurnContext, options: SiteOptions): Promise<void>;
  /** Hands the turn to the dialog that is under way. */
  advance(context: TurnContext): Promise<Advanced>;
  /** Asks a person to sign in. */
  askToSignIn(context: TurnContext): Promise<void>;
  /** Hands what Teams brings of a sign-in to it. `result` is `null` where it is not over yet. */
  advanceSignIn(context: TurnContext): Promise<{ response: InvokeResponse; result: SignInResult | null }>;
  /** Ends the choice that is under way, without a result. */
  leave(context: TurnContext): Promise<void>;
}

export function createDialogs(outside: Omit<SignInOutside, 'answer'>): Dialogs {
  const state = new PrivateConversationState(new MemoryStorage());
  const dialogs = new DialogSet(state.createProperty<DialogState>('dialogs'));
  const siteChoice = new SiteChoice();
  dialogs.add(siteChoice);
  const signIns = new DialogSet(state.createProperty<DialogState>('signIn'));
  const responses = new WeakMap<TurnContext, InvokeResponse>();
  const signIn = new SignIn({
    ...outside,
    answer: ({ context }, response) => void responses.set(context, response),
    async ask(dialog) {
      // Teams brings a token at once; by then it must be known what it is for.
      await state.saveChanges(dialog.context);
      await outside.ask(dialog);
    },
  });
  signIns.add(signIn);

  return {
    async beginSiteChoice(context, options) {
      const dialog = await dialogs.createContext(context);
      await dialog.cancelAllDialogs();
      await dialog.beginDialog(siteChoice.id, options);
      await state.saveChanges(context);
    },
    async advance(context) {
      const dialog = await dialogs.createContext(context);
      const { status, result } = await dialog.continueDialog();
      await state.saveChanges(context);
      if (status === DialogTurnStatus.empty) return { name: 'none' };
      if (status === DialogTurnStatus.waiting) return { name: 'open' };
      return { name: 'ended', result: result as SiteResult };
    },
    async askToSignIn(context) {
      const dialog = await signIns.createContext(context);
      await dialog.cancelAllDialogs();
      await dialog.beginDialog(signIn.id);
      await state.saveChanges(context);
    },
    async advanceSignIn(context) {
      const dialog = await signIns.createContext(context);
      if (!dialog.activeDialog) await dialog.beginDialog(signIn.id, { asked: true });
      const { status, result } = await dialog.continueDialog();
      await state.saveChanges(context);
      const response = responses.get(context) ?? { status: 200 };
      return { response, result: status === DialogTurnStatus.complete ? (result as SignInResult) : null };
    },
    async leave(context) {
      const dialog = await dialogs.createContext(context);
      await dialog.cancelAllDialogs();
      await state.saveChanges(context);
    },
  };
}
