import { logFailure } from '../state/log.ts';
import { placeOf, type LinkedPlace } from './deepLinks.ts';

export const hostThemes = ['default', 'dark', 'contrast'] as const;
export type HostTheme = (typeof hostThemes)[number];

/** What AVA needs to know of the place it is embedded in. */
export interface HostContext {
  tenantId: string;
  personId: string;
  loginHint: string;
  /** What a deep link pointed at inside the tab, if one led here. */
  subPageId: string | null;
}

export type Host = { kind: 'teams'; theme: HostTheme; context: HostContext } | { kind: 'browser' };

/** Teams answers in milliseconds; teams-js itself would wait a minute for a page that frames the tab and is not Teams. */
const PATIENCE_MS = 4_000;
/** What names the place inside AVA in the address of a plain browser. */
const SUB_PAGE = 'sub';

let host: Host = { kind: 'browser' };

function sdk() {
  return import('./teamsSdk.ts');
}

/**
 * Finds out where the tab runs.
 * @param extraOrigins Origins besides Microsoft's own that may frame the tab; none in production.
 */
export async function start(extraOrigins: readonly string[]): Promise<Host> {
  if (!isEmbedded()) return host;
  try {
    host = await patient(greet([...extraOrigins]));
  } catch (cause) {
    logFailure('The page that embeds the tab is not Teams.', cause);
  }
  return host;
}

async function greet(extraOrigins: string[]): Promise<Host> {
  const { app } = await sdk();
  await app.initialize(extraOrigins);
  const context = await app.getContext();
  return {
    kind: 'teams',
    theme: themeNamed(context.app.theme),
    context: {
      tenantId: context.user?.tenant?.id ?? '',
      personId: context.user?.id ?? '',
      loginHint: context.user?.loginHint ?? '',
      subPageId: context.page.subPageId || null,
    },
  };
}

/** Where the tab runs; a plain browser until `start` has found out. */
export function presentHost(): Host {
  return host;
}

/** Teams frames a tab, opens it as a pop-up, or injects a native interface on a phone. */
function isEmbedded(): boolean {
  return window.parent !== window || Boolean(window.opener) || 'nativeInterface' in window;
}

function patient<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${PATIENCE_MS} ms.`)), PATIENCE_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function themeNamed(name: string | undefined): HostTheme {
  return hostThemes.find((theme) => theme === name) ?? 'default';
}

/** Tells Teams that the tab is drawn, which ends Teams' own loading sign. */
export async function notifySuccess(): Promise<void> {
  const { app } = await sdk();
  app.notifyAppLoaded();
  await app.notifySuccess();
}

/** Opens an address where Teams wants it: deep links inside, all else in a browser. */
export async function openLink(address: string): Promise<void> {
  if (host.kind === 'browser') {
    window.open(address, '_blank', 'noopener,noreferrer');
    return;
  }
  const { app } = await sdk();
  await app.openLink(address);
}

/**
 * Hands out a link to a place inside AVA: Teams shows it for copying, in a plain browser it is in the clipboard.
 * @returns which of the two happened
 */
export async function shareDeepLink(subPageId: string, label: string): Promise<'shown' | 'copied'> {
  const address = `${window.location.origin}/?${new URLSearchParams({ [SUB_PAGE]: subPageId })}`;
  if (host.kind === 'browser') {
    await navigator.clipboard.writeText(address);
    return 'copied';
  }
  const { pages } = await sdk();
  pages.shareDeepLink({ subPageId, subPageLabel: label, subPageWebUrl: address });
  return 'shown';
}

/** The place a link has led to, told once: who goes elsewhere and comes back is not led there again. */
export function takeLinkedPlace(): LinkedPlace | null {
  const subPageId = host.kind === 'teams' ? host.context.subPageId : takeFromAddress();
  if (host.kind === 'teams') host.context.subPageId = null;
  return subPageId === null ? null : placeOf(subPageId);
}

/** Out of the address too, so that a reload brings back the chat that was open last. */
function takeFromAddress(): string | null {
  const address = new URL(window.location.href);
  const subPageId = address.searchParams.get(SUB_PAGE);
  if (subPageId === null) return null;
  address.searchParams.delete(SUB_PAGE);
  window.history.replaceState(window.history.state, '', address);
  return subPageId;
}
