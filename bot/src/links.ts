/** The tab's own name in the Teams manifest. */
const TAB = 'home';

/** Addresses inside AVA's tab. */
export interface Links {
  tab(): string;
  /** A chat, at one of its messages, at one of that message's citations. */
  chat(chatId: string, messageId?: string, citation?: number): string;
  /** Where a pop-up signs a person in. */
  signIn(loginHint: string): string;
}

/**
 * Teams' deep links where the app's id in Teams is known; else addresses of the tab itself. Both carry the sub-page that
 * the tab reads: `chat/{chat}/{message}/{citation}`.
 */
export function createLinks({ publicUrl, teamsAppId }: { publicUrl: string; teamsAppId: string | null }): Links {
  function at(subPage: string, label: string): string {
    const webUrl = subPage === '' ? `${publicUrl}/` : `${publicUrl}/?${new URLSearchParams({ sub: subPage })}`;
    if (teamsAppId === null) return webUrl;
    const context = JSON.stringify({ subEntityId: subPage });
    // Teams reads percent signs, not the plus signs of a form.
    const query = Object.entries({ webUrl, label, context }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return `https://teams.microsoft.com/l/entity/${teamsAppId}/${TAB}?${query.join('&')}`;
  }

  return {
    tab: () => at('', 'AVA'),
    chat: (chatId, ...place) => at(['chat', chatId, ...place.filter((part) => part !== undefined)].join('/'), 'AVA'),
    signIn: (loginHint) => `${publicUrl}/auth-start.html?${new URLSearchParams({ loginHint })}`,
  };
}
