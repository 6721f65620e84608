import { logFailure } from '#tab/state/log.ts';
import { parseSubPageId, parseTaskLink, type LinkTarget, type TaskLink } from './deepLinks.ts';

const hostThemes = ['default', 'dark', 'contrast'] as const;
export type HostTheme = (typeof hostThemes)[number];

/** The part of Teams' context that AVA uses. */
export interface HostContext {
  tenantId: string;
  personId: string;
  loginHint: string;
  /** Whether Teams runs on a phone or tablet. */
  isPhone: boolean;
  /** Sub-page of the deep link that opened the tab. */
  subPageId: string | null;
}

export type Host = { kind: 'teams'; theme: HostTheme; context: HostContext } | { kind: 'browser' };

/** Teams answers in milliseconds. Without this limit teams-js waits a minute when the framing page is not Teams. */
const TEAMS_TIMEOUT_MS = 4_000;
/** Clients of Teams that cannot save a download. */
const phoneClients: ReadonlySet<string> = new Set(['android', 'ios', 'ipados']);
/** Query parameter for the deep link in a plain browser. */
const SUB_PAGE_PARAM = 'sub';

let host: Host = { kind: 'browser' };

function loadTeamsSdk() {
  return import('./teamsSdk.ts');
}

/**
 * Detects whether the tab runs in Teams or in a plain browser.
 * @param extraOrigins Origins besides Microsoft's own that can frame the tab; none in production.
 */
export async function detectHost(extraOrigins: readonly string[]): Promise<Host> {
  if (!isEmbedded()) return host;
  try {
    host = await withTimeout(connectToTeams([...extraOrigins]));
  } catch (cause) {
    logFailure('embedding page is not Teams', cause);
  }
  return host;
}

async function connectToTeams(extraOrigins: string[]): Promise<Host> {
  const { app } = await loadTeamsSdk();
  await app.initialize(extraOrigins);
  const context = await app.getContext();
  return {
    kind: 'teams',
    theme: toHostTheme(context.app.theme),
    context: {
      tenantId: context.user?.tenant?.id ?? '',
      personId: context.user?.id ?? '',
      loginHint: context.user?.loginHint ?? '',
      isPhone: phoneClients.has(context.app.host.clientType),
      subPageId: context.page.subPageId || null,
    },
  };
}

/** Returns the detected host; a plain browser until `detectHost` resolves. */
export function getHost(): Host {
  return host;
}

/** Whether the tab runs in Teams on a phone or tablet. */
export function isPhoneHost(): boolean {
  return host.kind === 'teams' && host.context.isPhone;
}

/** Teams frames the tab, opens it as a pop-up, or injects a native interface on a phone. */
function isEmbedded(): boolean {
  return window.parent !== window || Boolean(window.opener) || 'nativeInterface' in window;
}

function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no answer from Teams in ${TEAMS_TIMEOUT_MS} ms`)),
      TEAMS_TIMEOUT_MS,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function toHostTheme(name: string | undefined): HostTheme {
  return hostThemes.find((theme) => theme === name) ?? 'default';
}

/** Tells Teams that the tab is drawn, which removes Teams' loading indicator. */
export async function notifySuccess(): Promise<void> {
  const { app } = await loadTeamsSdk();
  app.notifyAppLoaded();
  await app.notifySuccess();
}

/** Opens a URL: Teams opens deep links inside itself and all others in a browser. */
export async function openLink(url: string): Promise<void> {
  if (host.kind === 'browser') {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  const { app } = await loadTeamsSdk();
  await app.openLink(url);
}

/**
 * Shares a deep link: Teams shows it for copying; in a plain browser it is copied to the clipboard.
 * @returns which of the two happened
 */
export async function shareDeepLink(subPageId: string, label: string): Promise<'shown' | 'copied'> {
  const url = `${window.location.origin}/?${new URLSearchParams({ [SUB_PAGE_PARAM]: subPageId })}`;
  if (host.kind === 'browser') {
    await navigator.clipboard.writeText(url);
    return 'copied';
  }
  const { pages } = await loadTeamsSdk();
  pages.shareDeepLink({ subPageId, subPageLabel: label, subPageWebUrl: url });
  return 'shown';
}

/** Returns the target of the deep link once, so that the person is not sent there again when they come back. */
export function takeLinkTarget(): LinkTarget | null {
  const subPageId = getSubPage();
  removeSubPage();
  return subPageId === null ? null : parseSubPageId(subPageId);
}

/** Like `takeLinkTarget`, for a link to Tasks. Any other link stays. */
export function takeTaskLink(): TaskLink | null {
  const link = getTaskLink();
  if (link) removeSubPage();
  return link;
}

/** Moves a tab that a link to Tasks opened to that area. */
export function followTaskLink(tasksPath: string): void {
  const { pathname, search } = window.location;
  if (pathname === '/' && getTaskLink()) window.history.replaceState(window.history.state, '', `${tasksPath}${search}`);
}

function getTaskLink(): TaskLink | null {
  const subPageId = getSubPage();
  return subPageId === null ? null : parseTaskLink(subPageId);
}

function getSubPage(): string | null {
  if (host.kind === 'teams') return host.context.subPageId;
  return new URL(window.location.href).searchParams.get(SUB_PAGE_PARAM);
}

/** Also removes it from the URL, so that a reload restores what was open last. */
function removeSubPage(): void {
  if (host.kind === 'teams') {
    host.context.subPageId = null;
    return;
  }
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SUB_PAGE_PARAM)) return;
  url.searchParams.delete(SUB_PAGE_PARAM);
  window.history.replaceState(window.history.state, '', url);
}
