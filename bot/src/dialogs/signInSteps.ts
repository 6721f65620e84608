import { z } from 'zod';
import type { BotServices } from '#bot/context.ts';
import type { SignInSteps } from './signInDialog.ts';
import { texts } from '#bot/texts.ts';
import { getAsker } from '#bot/teams/teamsConversation.ts';
import { exchangeToken, signInMessage } from '#bot/auth/tokenExchange.ts';

/** The code is shown to the person, so it must be harmless. */
const SignInFailure = z.object({ code: z.string().regex(/^[\w-]{1,60}$/) });

/** Teams' code if the app package, the registration and the bot's id differ. Only an administrator can mend it. */
const RESOURCE_MISMATCH = 'resourcematchfailed';
const MISMATCH_CAUSE =
  'webApplicationInfo.resource of the app package and the Application ID URI of the registration must both be api://DOMAIN/botid-BOT_ID';

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
      const isMismatch = code === RESOURCE_MISMATCH;
      log.warn({ code, ...(isMismatch && { cause: MISMATCH_CAUSE }) }, 'sign-in failed in Teams');
      const text = isMismatch ? texts.signInMismatch(code) : texts.signInFailed(code, links.tab());
      await context.sendActivity({ type: 'message', text });
    },
  };
}
