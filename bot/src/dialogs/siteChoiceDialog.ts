import { Dialog, type DialogContext, type DialogTurnResult } from 'botbuilder-dialogs';
import { toAttachment } from '#bot/cards/card.ts';
import { parseCardAction } from '#bot/cards/cardAction.ts';
import { sitesCard } from '#bot/cards/choiceCards.ts';
import type { Outgoing, SiteOptions } from '#bot/teams/conversation.ts';
import { allSites, describeNoMatch, matchSites, toChosenSites, type ChosenSites } from '#bot/question/mentionedSite.ts';
import { parseText } from '#bot/question/question.ts';

/** How often AVA asks again if the answer matches no site. After that, the person probably wants something else. */
const MAX_MISSES = 2;
/** A longer text is a question, not the name of a site. */
const MAX_NAME_WORDS = 4;

/** `other`: no site was chosen. */
export type SiteResult = { name: 'sites'; chosen: ChosenSites } | { name: 'other' };

interface State extends SiteOptions {
  misses: number;
}

/** Asks which site to search; the person answers with the card or with a name. Ends with a `SiteResult`. */
export class SiteChoiceDialog extends Dialog<SiteOptions> {
  constructor() {
    super('site-choice');
  }

  override async beginDialog(dialog: DialogContext, options?: SiteOptions): Promise<DialogTurnResult<SiteResult>> {
    const state: State = { accessible: [], inaccessible: [], problem: null, ...options, misses: 0 };
    Object.assign(getState(dialog), state);
    await sendOptions(dialog, state);
    return state.accessible.length === 0 ? dialog.endDialog({ name: 'other' }) : Dialog.EndOfTurn;
  }

  override async continueDialog(dialog: DialogContext): Promise<DialogTurnResult<SiteResult>> {
    const state = getState(dialog);
    const { activity } = dialog.context;
    const text = parseText(activity);
    const action = parseCardAction(activity.value);
    const id = action?.verb === 'site' ? action.site : undefined;
    const site = state.accessible.find(({ SiteId }) => SiteId === id);
    const chosen = id === allSites.sites ? allSites : site && toChosenSites([site]);
    if (chosen) return dialog.endDialog({ name: 'sites', chosen });
    const match = matchSites(text, state.accessible);
    if (match.name === 'sites') return dialog.endDialog(match);
    state.misses += 1;
    const isQuestion = match.name !== 'tooMany' && text.trim().split(/\s+/).length > MAX_NAME_WORDS;
    if (state.misses > MAX_MISSES || isQuestion) return dialog.endDialog({ name: 'other' });
    const problem = describeNoMatch(match.name, text);
    await sendOptions(dialog, { ...state, problem });
    return Dialog.EndOfTurn;
  }
}

function getState(dialog: DialogContext): State {
  return (dialog.activeDialog as { state: State }).state;
}

async function sendOptions(
  { context }: DialogContext,
  { accessible, inaccessible, problem }: SiteOptions,
): Promise<void> {
  const message: Outgoing = {
    type: 'message',
    ...(problem === null ? {} : { text: problem }),
    attachments: [toAttachment(sitesCard(accessible, inaccessible))],
  };
  await context.sendActivity(message);
}
