import { MemoryStorage, PrivateConversationState, type TurnContext } from 'botbuilder';
import { DialogSet, DialogTurnStatus, type DialogState } from 'botbuilder-dialogs';
import { SiteChoice, type SiteOptions, type SiteResult } from './siteChoice.ts';

/** What a turn has done in a dialog: there was none, it goes on, or it has ended. */
export type Advanced = { name: 'none' } | { name: 'open' } | { name: 'ended'; result: SiteResult };

/** The dialogs of a conversation, one at a time for each person in it. They are kept in memory: what they end in lasts. */
export interface Dialogs {
  beginSiteChoice(context: TurnContext, options: SiteOptions): Promise<void>;
  /** Hands the turn to the dialog that is under way. */
  advance(context: TurnContext): Promise<Advanced>;
  /** Ends what is under way, without a result. */
  leave(context: TurnContext): Promise<void>;
}

export function createDialogs(): Dialogs {
  const state = new PrivateConversationState(new MemoryStorage());
  const dialogs = new DialogSet(state.createProperty<DialogState>('dialogs'));
  const siteChoice = new SiteChoice();
  dialogs.add(siteChoice);

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
    async leave(context) {
      const dialog = await dialogs.createContext(context);
      await dialog.cancelAllDialogs();
      await state.saveChanges(context);
    },
  };
}
