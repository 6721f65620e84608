import type { InvokeResponse } from 'botbuilder';
import { Dialog, type DialogContext, type DialogTurnResult } from 'botbuilder-dialogs';
import type { TokenExchangeResult } from '#bot/auth/tokenExchange.ts';

export interface SignInSteps {
  /** Sends the card with which Teams signs the person in. */
  sendCard(dialog: DialogContext): Promise<void>;
  exchangeToken(dialog: DialogContext, value: unknown): Promise<TokenExchangeResult>;
  /** Tells the person that Teams could not sign them in. */
  reportFailure(dialog: DialogContext, value: unknown): Promise<void>;
}

interface SignInOptions {
  /** Whether another process has already sent the card. */
  hasCard: boolean;
}

/** `again`: another device of the person sent the token before. */
export type SignInResult = { name: 'signed in' } | { name: 'again' };

/** Sends the response to an invoke. */
type Respond = (dialog: DialogContext, response: InvokeResponse) => void;

/**
 * Signs a person in. Teams sends a token silently. If AVA refuses it with 412, Teams shows the card's button, the
 * person consents in a window, and Teams is asked for a new token. Ends with a `SignInResult`.
 */
export class SignInDialog extends Dialog<SignInOptions> {
  readonly #steps: SignInSteps;
  readonly #respond: Respond;

  constructor(steps: SignInSteps, respond: Respond) {
    super('sign-in');
    this.#steps = steps;
    this.#respond = respond;
  }

  override async beginDialog(dialog: DialogContext, options?: SignInOptions): Promise<DialogTurnResult<SignInResult>> {
    if (!options?.hasCard) await this.#steps.sendCard(dialog);
    return Dialog.EndOfTurn;
  }

  override async continueDialog(dialog: DialogContext): Promise<DialogTurnResult<SignInResult>> {
    const { name, value } = dialog.context.activity;
    switch (name) {
      case 'signin/tokenExchange': {
        const result = await this.#steps.exchangeToken(dialog, value);
        this.#respond(dialog, { status: result.status, body: result.body });
        if (result.name === 'refused') return Dialog.EndOfTurn;
        return dialog.endDialog({ name: result.first ? 'signed in' : 'again' });
      }
      case 'signin/verifyState':
        this.#respond(dialog, { status: 200, body: {} });
        await this.#steps.sendCard(dialog);
        return Dialog.EndOfTurn;
      case 'signin/failure':
        this.#respond(dialog, { status: 200, body: {} });
        await this.#steps.reportFailure(dialog, value);
        return Dialog.EndOfTurn;
      default:
        return Dialog.EndOfTurn;
    }
  }
}
