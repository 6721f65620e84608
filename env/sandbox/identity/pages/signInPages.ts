import { randomBytes } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { drawAvatar } from '../../avatar.ts';
import type { Organization } from '../../people.ts';
import type { Person } from '../../person.ts';
import { pageStyles } from './pageStyles.ts';

/** Title of the pages for a failed sign-in. */
export const NOT_SIGNED_IN = "Sorry, we couldn't sign you in";

/** The account picker. The person with the sign-in name `hint` comes first. */
export function signInPage(organization: Organization, hint: string | undefined): string {
  const people = organization.people.toSorted(
    (a, b) => Number(b.userPrincipalName === hint) - Number(a.userPrincipalName === hint),
  );
  return page(
    'Pick an account',
    organization.name,
    `
    <form method="post">
      <ul class="people">${people.map((person, index) => `<li>${personButton(person, index === 0)}</li>`).join('')}</ul>
      <button class="quiet" name="cancel" value="yes">Cancel</button>
    </form>`,
  );
}

/** The page on which a person consents to AVA's permissions. */
export function consentPage(organization: Organization, person: Person, scopes: string[]): string {
  return page(
    'Permissions requested',
    organization.name,
    `
    <p class="who">${picture(person)}<span><b>${escape(person.displayName)}</b><small>${escape(person.mail)}</small></span></p>
    <p>AVA would like to:</p>
    <ul class="plain">${scopes.map((scope) => `<li>${escape(describeScope(scope))}</li>`).join('')}</ul>
    <form method="post" class="row">
      <button class="primary" name="accept" value="yes" autofocus>Accept</button>
      <button class="secondary" name="cancel" value="yes">Cancel</button>
    </form>`,
  );
}

/** A page with a sentence and no button. */
export function messagePage(title: string, sentence: string): string {
  return page(title, 'AVA sandbox', `<p>${escape(sentence)}</p>`);
}

/** oidc-provider's `renderError`: errors that must not be sent to an unverified address. */
export function errorPage(ctx: Context, out: { error: string; error_description?: string }): void {
  const sentences: Record<string, string> = {
    invalid_redirect_uri:
      'AADSTS50011: The redirect URI specified in the request does not match the redirect URIs configured for the application.',
    invalid_client: 'AADSTS700016: The application was not found in the directory.',
  };
  show(ctx, messagePage(NOT_SIGNED_IN, sentences[out.error] ?? `${out.error}: ${out.error_description ?? ''}`));
}

/** oidc-provider's `logoutSource`. The script submits the form: the person has already chosen Sign out in AVA. */
export function signOutPage(ctx: Context, form: string): void {
  const nonce = randomBytes(16).toString('base64');
  const withButton = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><button class="primary">Sign out</button></form>',
  );
  const submit = `<script nonce="${nonce}">document.forms[0].submit()</script>`;
  show(ctx, page('Signing out', 'AVA sandbox', `<p>One moment.</p>${withButton}${submit}`), nonce);
}

/** oidc-provider's `postLogoutSuccessSource`. */
export function signedOutPage(ctx: Context): void {
  show(ctx, messagePage('You signed out', 'You can close this window.'));
}

function show(ctx: Context, html: string, nonce?: string): void {
  const scripts = nonce ? `; script-src 'nonce-${nonce}'` : '';
  ctx.set(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'${scripts}`,
  );
  ctx.type = 'html';
  ctx.body = html;
}

function page(title: string, organizationName: string, content: string): string {
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escape(title)} – AVA sandbox</title><style>${pageStyles}</style>
</head>
<body>
<main><p class="where">${escape(organizationName)}</p><h1>${escape(title)}</h1>${content}</main>
<footer><p><b>This is AVA's sandbox.</b> The people are fictional, there are no passwords, and nothing leaves this computer.
Your browser might warn you because AVA created the certificate itself.</p></footer>
</body>
</html>`;
}

function personButton(person: Person, isFirst: boolean): string {
  const description = [person.jobTitle, person.department].filter((part) => part !== null).join(', ');
  return `<button class="person" name="person" value="${person.oid}"${isFirst ? ' autofocus' : ''}>${picture(person)}<span>
    <b>${escape(person.displayName)}</b><small>${escape(description || 'New here')}</small><small>${escape(person.mail)}</small></span></button>`;
}

function picture(person: Person): string {
  const initials = `${person.givenName[0] ?? ''}${person.surname[0] ?? ''}`;
  if (!person.hasPhoto) return `<span class="face" aria-hidden="true">${escape(initials)}</span>`;
  return `<img class="face" alt="" src="data:image/png;base64,${drawAvatar(person, 72).toString('base64')}">`;
}

function describeScope(scope: string): string {
  const name = scope.slice(scope.lastIndexOf('/') + 1);
  const descriptions: Record<string, string> = {
    access_as_user: 'Act on your behalf in AVA',
    'User.Read': 'Read your profile',
    'User.ReadBasic.All': "Read colleagues' names and pictures",
    'People.Read': 'See who you work with',
    'Sites.Read.All': 'See the sites that you can see',
    'Files.Read.All': 'Read the files that you can read',
    'Files.ReadWrite.All': 'Edit the files that you can edit',
    'GroupMember.Read.All': 'See who is in which group',
    'Mail.Read': 'Read your mail',
    'Chat.Read': 'Read your chats',
    'Calendars.Read': 'See your calendar',
    'OnlineMeetings.Read': 'See your online meetings',
    'OnlineMeetingTranscript.Read.All': 'Read the transcripts of your online meetings',
  };
  return descriptions[name] ?? name;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
