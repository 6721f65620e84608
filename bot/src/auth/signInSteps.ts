import { z } from 'zod';
import type { BotServices } from '../context.ts';
import type { SignInSteps } from '../dialogs/signInDialog.ts';
import { texts } from '../texts.ts';
import { getAsker } from '../turn/teamsConversation.ts';
import { exchangeToken, signInMessage } from './tokenExchange.ts';

/** The code is shown to the person, so it must be harmless. */
const SignInFailure = z.object({ code: z.string().regex(/^[\w-]{1,60}$/) });

export function createSignInSteps(
  services: Pick<BotServices, 'createApiClient' | 'tokens' | 'links' | 'log'>,
): SignInSteps {
  const { links, log } = services;
  return {
    async sendCard({ context }) {
      await context.sendActivity(signInMessage(links.signIn(''), crypto.randomUUID()));
    },
    exchangeToken({ context }, value) {
      return exchangeToken(services, getAsker(context.activity), value);
    },
    async reportFailure({ context }, value) {
      const failure = SignInFailure.safeParse(value);
      const code = failure.success ? failure.data.code : 'unknown';
      log.warn({ code }, 'sign-in failed in Teams');
      await context.sendActivity({ type: 'message', text: texts.signInFailed(code, links.tab()) });
    },
  };
}
