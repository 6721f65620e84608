import { MemoryStorage, PrivateConversationState, type InvokeResponse, type TurnContext } from 'botbuilder';
import { DialogSet, DialogTurnStatus, type DialogState } from 'botbuilder-dialogs';
import type { SiteOptions } from '#bot/teams/conversation.ts';
import { SignInDialog, type SignInResult, type SignInSteps } from './signInDialog.ts';
import { SiteChoiceDialog, type SiteResult } from './siteChoiceDialog.ts';

/** The state of the site choice after a turn. */
type SiteChoiceStatus = { name: 'none' } | { name: 'waiting' } | { name: 'ended'; result: SiteResult };

/** The dialogs of each person in each conversation. In memory only: their results are stored elsewhere. */
export interface Dialogs {
  askForSite(context: TurnContext, options: SiteOptions): Promise<void>;
  /** Passes the turn to the site choice, if one is waiting. */
  continueSiteChoice(context: TurnContext): Promise<SiteChoiceStatus>;
  /** Ends the site choice without a result. */
  cancelSiteChoice(context: TurnContext): Promise<void>;
  askToSignIn(context: TurnContext): Promise<void>;
  /** Passes a sign-in invoke to the dialog. `result` is `null` until it ends. */
  continueSignIn(context: TurnContext): Promise<{ response: InvokeResponse; result: SignInResult | null }>;
}

export function createDialogs(steps: SignInSteps): Dialogs {
  const state = new PrivateConversationState(new MemoryStorage());
  const siteChoices = new DialogSet(state.createProperty<DialogState>('dialogs'));
  const siteChoice = new SiteChoiceDialog();
  siteChoices.add(siteChoice);
  const signIns = new DialogSet(state.createProperty<DialogState>('signIn'));
  const responses = new WeakMap<TurnContext, InvokeResponse>();
  const signIn = new SignInDialog(
    {
      ...steps,
      async sendCard(dialog) {
        // Teams sends a token as soon as it sees the card, so the state must be saved first.
        await state.saveChanges(dialog.context);
        await steps.sendCard(dialog);
      },
    },
    ({ context }, response) => void responses.set(context, response),
  );
  signIns.add(signIn);

  return {
    async askForSite(context, options) {
      const dialog = await siteChoices.createContext(context);
      await dialog.cancelAllDialogs();
      await dialog.beginDialog(siteChoice.id, options);
      await state.saveChanges(context);
    },
    async continueSiteChoice(context) {
      const dialog = await siteChoices.createContext(context);
      const { status, result } = await dialog.continueDialog();
      await state.saveChanges(context);
      if (status === DialogTurnStatus.empty) return { name: 'none' };
      if (status === DialogTurnStatus.waiting) return { name: 'waiting' };
      return { name: 'ended', result: result as SiteResult };
    },
    async cancelSiteChoice(context) {
      const dialog = await siteChoices.createContext(context);
      await dialog.cancelAllDialogs();
      await state.saveChanges(context);
    },
    async askToSignIn(context) {
      const dialog = await signIns.createContext(context);
      await dialog.cancelAllDialogs();
      await dialog.beginDialog(signIn.id);
      await state.saveChanges(context);
    },
    async continueSignIn(context) {
      const dialog = await signIns.createContext(context);
      if (!dialog.activeDialog) await dialog.beginDialog(signIn.id, { hasCard: true });
      const { status, result } = await dialog.continueDialog();
      await state.saveChanges(context);
      const response = responses.get(context) ?? { status: 200 };
      return { response, result: status === DialogTurnStatus.complete ? (result as SignInResult) : null };
    },
  };
}
