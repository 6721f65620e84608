import { Dialog, type DialogContext, type DialogTurnResult } from 'botbuilder-dialogs';
import type { InaccessibleSite, Site } from '../../../api/contract/sites.ts';
import { actionOf } from '../cards/actions.ts';
import { attachmentOf } from '../cards/card.ts';
import { sitesCard } from '../cards/choiceCards.ts';
import type { Outgoing } from '../conversation.ts';
import { matchSite } from '../mention.ts';
import { writtenText } from '../question.ts';
import type { Markdown } from '../markdown.ts';
import { texts } from '../texts.ts';

/** Who answers past the question this often wants something else. */
const MISSES = 2;

export interface SiteOptions {
  open: Site[];
  closed: InaccessibleSite[];
  /** What is wrong with the name that was given; null where none was. */
  problem: Markdown | null;
}

/** A site that was chosen, or what the person wrote instead of choosing one. */
export type SiteResult = { name: 'site'; site: Site } | { name: 'other' };

interface State extends SiteOptions {
  missed: number;
}

/** Asks which site to search: by a press in the card, or by its name. Ends with a `SiteResult`. */
export class SiteChoice extends Dialog<SiteOptions> {
  constructor() {
    super('site-choice');
  }

  override async beginDialog(dialog: DialogContext, options?: SiteOptions): Promise<DialogTurnResult<SiteResult>> {
    const state: State = { open: [], closed: [], problem: null, ...options, missed: 0 };
    Object.assign(stateOf(dialog), state);
    await offer(dialog, state);
    return state.open.length === 0 ? dialog.endDialog({ name: 'other' }) : Dialog.EndOfTurn;
  }

  override async continueDialog(dialog: DialogContext): Promise<DialogTurnResult<SiteResult>> {
    const state = stateOf(dialog);
    const { activity } = dialog.context;
    const text = writtenText(activity);
    const action = actionOf(activity.value);
    const pressed = action?.verb === 'site' ? state.open.find(({ SiteId }) => SiteId === action.site) : undefined;
    if (pressed) return dialog.endDialog({ name: 'site', site: pressed });
    const match = matchSite(text, state.open);
    if (match.name === 'one') return dialog.endDialog({ name: 'site', site: match.site });
    state.missed += 1;
    if (state.missed > MISSES || text.trim().split(/\s+/).length > 4) return dialog.endDialog({ name: 'other' });
    const problem = match.name === 'several' ? texts.ambiguousSite(text) : texts.noSuchSite(text);
    await offer(dialog, { ...state, problem });
    return Dialog.EndOfTurn;
  }
}

function stateOf(dialog: DialogContext): State {
  return (dialog.activeDialog as { state: State }).state;
}

async function offer({ context }: DialogContext, { open, closed, problem }: SiteOptions): Promise<void> {
  const message: Outgoing = {
    type: 'message',
    ...(problem === null ? {} : { text: problem }),
    attachments: [attachmentOf(sitesCard(open, closed))],
  };
  await context.sendActivity(message);
}
