import { randomBytes } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { avatarPng } from '../avatar.ts';
import type { Organization, Person } from '../people.ts';
import { styles } from './styles.ts';

/** Title of every page on which a sign-in ends badly. */
export const NOT_SIGNED_IN = "Sorry, we couldn't sign you in";

/** The page on which a person is picked. `hint` is the sign-in name the application asked for. */
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

/** The page on which a person agrees to what AVA may do for them. */
export function consentPage(organization: Organization, person: Person, scopes: string[]): string {
  return page(
    'Permissions requested',
    organization.name,
    `
    <p class="who">${picture(person)}<span><b>${escape(person.displayName)}</b><small>${escape(person.mail)}</small></span></p>
    <p>AVA would like to:</p>
    <ul class="plain">${scopes.map((scope) => `<li>${escape(meaningOf(scope))}</li>`).join('')}</ul>
    <form method="post" class="row">
      <button class="primary" name="accept" value="yes" autofocus>Accept</button>
      <button class="secondary" name="cancel" value="yes">Cancel</button>
    </form>`,
  );
}

/** A sentence and nothing to press: something went wrong, or there is nothing to do. */
export function messagePage(title: string, sentence: string): string {
  return page(title, 'AVA sandbox', `<p>${escape(sentence)}</p>`);
}

/** oidc-provider's `renderError`: refusals that must not be sent to an unchecked address. */
export function errorPage(ctx: Context, out: { error: string; error_description?: string }): void {
  const sentences: Record<string, string> = {
    invalid_redirect_uri:
      'AADSTS50011: The redirect URI specified in the request does not match the redirect URIs configured for the application.',
    invalid_client: 'AADSTS700016: The application was not found in the directory.',
  };
  show(ctx, messagePage(NOT_SIGNED_IN, sentences[out.error] ?? `${out.error}: ${out.error_description ?? ''}`));
}

/** oidc-provider's `logoutSource`: whoever chose Sign out in AVA is not asked again, hence the script. */
export function signOutPage(ctx: Context, form: string): void {
  const nonce = randomBytes(16).toString('base64');
  const withButton = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><button class="primary">Sign out</button></form>',
  );
  const send = `<script nonce="${nonce}">document.forms[0].submit()</script>`;
  show(ctx, page('Signing out', 'AVA sandbox', `<p>One moment.</p>${withButton}${send}`), nonce);
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

function page(title: string, where: string, content: string): string {
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escape(title)} – AVA sandbox</title><style>${styles}</style>
</head>
<body>
<main><p class="where">${escape(where)}</p><h1>${escape(title)}</h1>${content}</main>
<footer><p><b>This is AVA's sandbox.</b> The people are invented, there are no passwords, and nothing leaves this computer.
Its certificate is AVA's own, made at the first start; that is why your browser may have warned you.</p></footer>
</body>
</html>`;
}

function personButton(person: Person, first: boolean): string {
  const about = [person.jobTitle, person.department].filter((part) => part !== null).join(', ');
  return `<button class="person" name="person" value="${person.oid}"${first ? ' autofocus' : ''}>${picture(person)}<span>
    <b>${escape(person.displayName)}</b><small>${escape(about || 'New here')}</small><small>${escape(person.mail)}</small></span></button>`;
}

function picture(person: Person): string {
  const initials = `${person.givenName[0] ?? ''}${person.surname[0] ?? ''}`;
  if (!person.hasPhoto) return `<span class="face" aria-hidden="true">${escape(initials)}</span>`;
  return `<img class="face" alt="" src="data:image/png;base64,${avatarPng(person, 72).toString('base64')}">`;
}

function meaningOf(scope: string): string {
  const name = scope.slice(scope.lastIndexOf('/') + 1);
  const meanings: Record<string, string> = {
    access_as_user: 'Act as you inside AVA',
    'User.Read': 'Read your profile',
    'User.ReadBasic.All': "Read colleagues' names and pictures",
    'People.Read': 'See whom you work with',
    'Sites.Read.All': 'See the sites that you may see',
    'Files.Read.All': 'Read the files that you may read',
    'Files.ReadWrite.All': 'Change the files that you may change',
    'GroupMember.Read.All': 'See who is in which group',
  };
  return meanings[name] ?? name;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
