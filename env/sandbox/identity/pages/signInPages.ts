import { randomBytes } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { drawAvatar } from '#sandbox/avatar.ts';
import type { Organization } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';

/** Styles of the sign-in pages: Fluent's neutral and brand colors, light or dark by the system's setting. */
const pageStyles = `
:root { --page: #f5f5f5; --card: #fff; --text: #242424; --quiet: #616161; --line: #e0e0e0; --hover: #f5f5f5;
  --brand: #5b5fc7; --brandHover: #4f52b2; --onBrand: #fff; --face: #e8ebfa; --onFace: #3d3e78; }
@media (prefers-color-scheme: dark) { :root { --page: #1f1f1f; --card: #292929; --text: #fff; --quiet: #adadad;
  --line: #525252; --hover: #3d3d3d; --brand: #7f85f5; --brandHover: #9299f7; --onBrand: #141414; --face: #383966; --onFace: #dce0fa; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 16px;
  padding: 24px 16px; background: var(--page); color: var(--text); font: 14px/20px "Segoe UI Variable", "Segoe UI", system-ui, sans-serif; }
main, footer { width: 100%; max-width: 440px; }
main { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 32px 32px 24px; box-shadow: 0 2px 8px rgb(0 0 0 / 8%); }
h1 { margin: 0 0 16px; text-wrap: balance; font-size: 24px; line-height: 32px; font-weight: 600; }
.where { margin: 0 0 4px; color: var(--quiet); }
footer p { margin: 0; padding: 0 16px; color: var(--quiet); font-size: 12px; line-height: 16px; }
ul { margin: 0 -16px 16px; padding: 0; list-style: none; }
ul.people { max-height: min(56vh, 520px); overflow-y: auto; padding: 2px; }
ul.plain { margin: 0 0 24px; padding-left: 20px; list-style: disc; }
button { font: inherit; cursor: pointer; border-radius: 4px; border: 1px solid transparent; }
button:focus-visible { outline: 2px solid var(--text); outline-offset: -2px; }
.person { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 64px; padding: 8px 14px; text-align: left; background: none; color: inherit; }
.person:hover { background: var(--hover); }
.person span:last-child, .who span:last-child { min-width: 0; }
b { font-weight: 600; }
.person b, .who b, small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
small { color: var(--quiet); font-size: 12px; line-height: 16px; }
.face { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center; background: var(--face); color: var(--onFace); font-weight: 600; font-size: 13px; }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 16px; }
.row { display: flex; gap: 8px; justify-content: flex-end; }
.primary, .secondary { min-height: 32px; padding: 4px 20px; font-weight: 600; }
.primary { background: var(--brand); color: var(--onBrand); }
.primary:hover { background: var(--brandHover); }
.secondary { background: none; color: inherit; border-color: var(--line); }
.quiet { background: none; color: var(--brand); padding: 6px 8px; margin-left: -8px; }
.quiet:hover { text-decoration: underline; }
@media (max-width: 480px) { main { padding: 24px; } .person { min-height: 68px; } .primary, .secondary, .quiet { min-height: 44px; } }
@media (forced-colors: active) { .face { border: 1px solid; } .person:hover { outline: 1px solid Highlight; } }
`;

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
