/** The tab's `entityId` in the Teams manifest. */
const TAB_ID = 'home';

/** Addresses of pages in AVA's tab. */
export interface Links {
  tab(): string;
  /** A chat, optionally at one of its messages and one of that message's citations. */
  chat(chatId: string, messageId?: string, citation?: number): string;
  /** An answer, with the Export menu open. */
  exportMenu(chatId: string, messageId: string): string;
  /** A task; the area of Tasks without an id. */
  task(taskId?: string): string;
  /** The page that signs a person in, in a pop-up. */
  signIn(loginHint: string): string;
}

/**
 * Deep links of Teams if the app's id in Teams is known, otherwise addresses of the tab. Both carry the sub-page that
 * the tab reads: `chat/{chat}/{message}/{citation}` or `chat/{chat}/{message}/export`.
 */
export function createLinks({ publicUrl, teamsAppId }: { publicUrl: string; teamsAppId: string | null }): Links {
  function linkTo(subPage: string): string {
    const webUrl = subPage === '' ? `${publicUrl}/` : `${publicUrl}/?${new URLSearchParams({ sub: subPage })}`;
    if (teamsAppId === null) return webUrl;
    const context = JSON.stringify({ subEntityId: subPage });
    // URLSearchParams writes a space as "+", which Teams does not decode.
    const query = Object.entries({ webUrl, label: 'AVA', context }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return `https://teams.microsoft.com/l/entity/${teamsAppId}/${TAB_ID}?${query.join('&')}`;
  }

  return {
    tab: () => linkTo(''),
    chat: (...parts) => linkTo(['chat', ...parts.filter((part) => part !== undefined)].join('/')),
    exportMenu: (chatId, messageId) => linkTo(`chat/${chatId}/${messageId}/export`),
    task: (taskId) => linkTo(taskId === undefined ? 'task' : `task/${taskId}`),
    signIn: (loginHint) => `${publicUrl}/auth-start.html?${new URLSearchParams({ loginHint })}`,
  };
}
