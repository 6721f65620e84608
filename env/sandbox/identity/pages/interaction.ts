import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction } from 'oidc-provider';
import type Provider from 'oidc-provider';
import { findPerson, getPerson, type Organization } from '#sandbox/people.ts';
import { sendHtml } from '#sandbox/server/httpsServer.ts';
import { readText } from '#sandbox/server/requestBody.ts';
import type { Consents } from '#sandbox/identity/consents.ts';
import { consentPage, messagePage, signInPage } from './signInPages.ts';

/** The data of a tenant's sign-in pages. */
export type SignInContext = { provider: Provider; organization: Organization; consents: Consents };

/** Shows the page that oidc-provider requests, and returns the person's choice to it. */
export async function handleInteraction(
  context: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let interaction: Interaction;
  try {
    interaction = await context.provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    sendHtml(
      response,
      400,
      messagePage(
        'This sign-in has expired',
        'It took too long or was completed in another window. Go back to AVA and sign in again.',
      ),
    );
    return;
  }
  if (request.method === 'POST') await submitChoice(context, interaction, request, response);
  else sendHtml(response, 200, renderPage(context, interaction));
}

function renderPage({ organization }: SignInContext, { prompt, params, session }: Interaction): string {
  if (prompt.name !== 'consent') return signInPage(organization, params['login_hint']?.toLowerCase());
  const scopes = (params['scope'] ?? '').split(' ').filter((scope) => scope.includes('/'));
  return consentPage(organization, getPerson(session?.accountId ?? ''), scopes);
}

async function submitChoice(
  context: SignInContext,
  interaction: Interaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await readText(request));
  const finish = (result: Record<string, unknown>) =>
    context.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });

  if (form.has('cancel')) {
    await finish({
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
    });
  } else if (interaction.prompt.name === 'consent') {
    context.consents.set(getPerson(interaction.session?.accountId ?? ''), true);
    await finish({ consent: {} });
  } else {
    const person = findPerson(form.get('person') ?? '', context.organization);
    if (person) await finish({ login: { accountId: person.oid }, select_account: {} });
    else sendHtml(response, 400, messagePage('No account selected', 'Go back and select one of the people.'));
  }
}
