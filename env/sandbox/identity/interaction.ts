import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction } from 'oidc-provider';
import type Provider from 'oidc-provider';
import { findPerson, personNamed, type Organization } from '../people.ts';
import { readText, sendHtml } from '../secureServer.ts';
import type { Consents } from './consents.ts';
import { consentPage, messagePage, signInPage } from './pages.ts';

/** What a tenant's pages need. */
export type SignInDesk = { provider: Provider; organization: Organization; consents: Consents };

/** Shows the page oidc-provider waits for, and passes on what the person chose there. */
export async function answerInteraction(
  desk: SignInDesk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let interaction: Interaction;
  try {
    interaction = await desk.provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    sendHtml(
      response,
      400,
      messagePage(
        'This sign-in is over',
        'It took too long, or was finished in another window. Go back to AVA and sign in again.',
      ),
    );
    return;
  }
  if (request.method === 'POST') await passOn(desk, interaction, request, response);
  else sendHtml(response, 200, pageFor(desk, interaction));
}

function pageFor({ organization }: SignInDesk, { prompt, params, session }: Interaction): string {
  if (prompt.name !== 'consent') return signInPage(organization, params['login_hint']?.toLowerCase());
  const scopes = (params['scope'] ?? '').split(' ').filter((scope) => scope.includes('/'));
  return consentPage(organization, personNamed(session?.accountId ?? ''), scopes);
}

async function passOn(
  desk: SignInDesk,
  interaction: Interaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await readText(request));
  const finish = (result: Record<string, unknown>) =>
    desk.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });

  if (form.has('cancel')) {
    await finish({
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
    });
  } else if (interaction.prompt.name === 'consent') {
    desk.consents.set(personNamed(interaction.session?.accountId ?? ''), true);
    await finish({ consent: {} });
  } else {
    const person = findPerson(form.get('person') ?? '', desk.organization);
    if (person) await finish({ login: { accountId: person.oid }, select_account: {} });
    else sendHtml(response, 400, messagePage('Nobody was picked', 'Go back and pick one of the people shown.'));
  }
}
