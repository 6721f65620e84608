/**
 * The applications of Microsoft 365 in which AVA opens. Their clients get AVA's token without asking the person, so the
 * registration pre-authorizes them (infra/aad.manifest.json) and the API accepts them; their pages can frame the tab.
 *
 * Clients: https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/authentication/tab-sso-register-aad and, for
 * Word, Excel and PowerPoint, …/messaging-extensions/build-bot-based-plugin. Pages: …/tabs/how-to/tab-requirements.
 */
interface HostApplication {
  name: string;
  clients: readonly { id: string; name: string }[];
  /** Sources of `frame-ancestors`. */
  pages: readonly string[];
}

export const HOST_APPLICATIONS: readonly HostApplication[] = [
  {
    name: 'Teams',
    clients: [
      { id: '1fec8e78-bce4-4aaf-ab1b-5451cc387264', name: 'desktop and mobile' },
      { id: '5e3ce6c0-2b1f-4285-8d4b-75ee78787346', name: 'web' },
    ],
    pages: ['https://teams.microsoft.com', 'https://*.teams.microsoft.com', 'https://*.cloud.microsoft'],
  },
  {
    name: 'Microsoft 365',
    clients: [
      { id: '4765445b-32c6-49b0-83e6-1d93765276ca', name: 'web' },
      { id: '0ec893e0-5785-4de6-99da-4ed124e5296c', name: 'desktop' },
      { id: 'd3590ed6-52b3-4102-aeff-aad2292ab01c', name: 'mobile; also Outlook on the desktop' },
    ],
    pages: ['https://*.microsoft365.com', 'https://*.office.com', 'https://*.cloud.microsoft'],
  },
  {
    name: 'Outlook',
    clients: [
      { id: 'd3590ed6-52b3-4102-aeff-aad2292ab01c', name: 'desktop' },
      { id: 'bc59ab01-8403-45c6-8796-ac3ef710b3e3', name: 'web' },
      { id: '27922004-5251-4030-b22d-91ecd9a37ea4', name: 'mobile' },
    ],
    pages: [
      'https://outlook.office.com',
      'https://outlook.office365.com',
      'https://outlook-sdf.office.com',
      'https://outlook-sdf.office365.com',
      'https://*.cloud.microsoft',
    ],
  },
  {
    name: 'Word, Excel and PowerPoint',
    clients: [{ id: '3068386c-7a16-4f6a-a664-043b6b232816', name: 'web and desktop' }],
    pages: ['https://*.office.com', 'https://*.cloud.microsoft'],
  },
];

/** Ids of the clients (`azp`) that request AVA's token for a person. */
export const HOST_CLIENT_IDS: readonly string[] = [
  ...new Set(HOST_APPLICATIONS.flatMap(({ clients }) => clients.map(({ id }) => id))),
];

/** Origins that can frame the tab. */
export const HOST_PAGES: readonly string[] = [...new Set(HOST_APPLICATIONS.flatMap(({ pages }) => pages))];

/**
 * The last part of the Application ID URI. Teams signs people in to a bot only if the URI ends with it, in lower case:
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/authentication/bot-sso-register-aad
 */
export const toBotResourceName = (botId: string) => `botid-${botId.toLowerCase()}`;
