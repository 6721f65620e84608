import { Dialog, type DialogContext, type DialogTurnResult } from 'botbuilder-dialogs';
import type { InvokeResponse } from 'botbuilder';
import type { Exchanged } from '../signIn.ts';

export interface SignInOutside {
  /** Sends the card on which Teams signs a person in. */
  ask(dialog: DialogContext): Promise<void>;
  /** Takes the token that Teams has brought. */
  take(dialog: DialogContext, value: unknown): Promise<Exchanged>;
  /** Says what Teams is answered. */
  answer(dialog: DialogContext, response: InvokeResponse): void;
  /** Tells that Teams could not sign the person in. */
  failed(dialog: DialogContext, value: unknown): Promise<void>;
}

export interface SignInOptions {
  /** The card was sent by another process already. */
  asked: boolean;
}

/** How signing in went: `again` where another device of the person had brought the token before. */
export type SignInResult = { name: 'signed in' } | { name: 'again' };

/**
 * Signs a person in. Teams brings a token by itself; where AVA refuses it (412), Teams shows the button of the card, the
 * person consents in a window, and Teams is asked for another token. Ends with a `SignInResult`.
 */
export class SignIn extends Dialog<SignInOptions> {
  readonly #outside: SignInOutside;

  constructor(outside: SignInOutside) {
    super('sign-in');
    this.#outside = outside;
  }

  override async beginDialog(dialog: DialogContext, options?: SignInOptions): Promise<DialogTurnResult<SignInResult>> {
    if (!options?.asked) await this.#outside.ask(dialog);
    return Dialog.EndOfTurn;
  }

  override async continueDialog(dialog: DialogContext): Promise<DialogTurnResult<SignInResult>> {
    const { name, value } = dialog.context.activity;
    switch (name) {
      case 'signin/tokenExchange': {
        const exchanged = await this.#outside.take(dialog, value);
        this.#outside.answer(dialog, { status: exchanged.status, body: exchanged.body });
        if (exchanged.name === 'refused') return Dialog.EndOfTurn;
        return dialog.endDialog({ name: exchanged.first ? 'signed in' : 'again' });
      }
      case 'signin/verifyState':
        this.#outside.answer(dialog, { status: 200, body: {} });
        await this.#outside.ask(dialog);
        return Dialog.EndOfTurn;
      case 'signin/failure':
        this.#outside.answer(dialog, { status: 200, body: {} });
        await this.#outside.failed(dialog, value);
        return Dialog.EndOfTurn;
      default:
        return Dialog.EndOfTurn;
    }
  }
}
