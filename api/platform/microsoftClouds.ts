/** A cloud of Microsoft, with its own registrations, sign-in and Graph. */
interface MicrosoftCloud {
  name: string;
  /** Address of the cloud's Graph, which is also the audience of its tokens. */
  graph: string;
  /** Hosts of sign-in. */
  authorities: readonly string[];
  /** Pages of Teams, Outlook and Microsoft 365 that frame the tab, besides those of the global cloud. */
  hostPages: readonly string[];
}

const GLOBAL_GRAPH = 'https://graph.microsoft.com';

/**
 * https://learn.microsoft.com/graph/deployments and https://learn.microsoft.com/entra/identity-platform/authentication-national-cloud
 * Pages: those that teams-js accepts as its hosts (validDomains.json of @microsoft/teams-js 2); it names none in China.
 */
const clouds: readonly MicrosoftCloud[] = [
  {
    name: 'the global cloud',
    graph: GLOBAL_GRAPH,
    authorities: ['login.microsoftonline.com', 'login.windows.net', 'login.microsoft.com'],
    hostPages: [],
  },
  {
    name: 'the cloud of the United States government',
    graph: 'https://graph.microsoft.us',
    authorities: ['login.microsoftonline.us'],
    hostPages: [
      'https://teams.microsoft.us',
      'https://gov.teams.microsoft.us',
      'https://outlook.office365.us',
      'https://www.office365.us',
      'https://portal.office365.us',
    ],
  },
  {
    name: 'the cloud of the United States Department of Defense',
    graph: 'https://dod-graph.microsoft.us',
    authorities: ['login.microsoftonline.us'],
    hostPages: ['https://dod.teams.microsoft.us', 'https://outlook-dod.office365.us'],
  },
  {
    name: 'the cloud in China',
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    authorities: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
    hostPages: [],
  },
];

/** Whether an address is Microsoft's own Graph, in any of its clouds; false for the sandbox's. */
export function isMicrosoftGraph(address: string): boolean {
  return findCloud(address) !== undefined;
}

/** The audience of tokens for a Graph, which is the first part of each scope. The sandbox's has that of the global cloud. */
export function getGraphAudience(address: string): string {
  return findCloud(address)?.graph ?? GLOBAL_GRAPH;
}

/** Pages of a national cloud that frame the tab, by the address of its Graph. */
export function getHostPages(graph: string): readonly string[] {
  return findCloud(graph)?.hostPages ?? [];
}

/** Why sign-in and Graph don't belong together; null if they do, or if one of them is not Microsoft's. */
export function findCloudMismatch(authority: string, graph: string): string | null {
  const { host } = new URL(authority);
  const cloud = findCloud(graph);
  const isKnown = clouds.some(({ authorities }) => authorities.includes(host));
  if (!cloud || !isKnown || cloud.authorities.includes(host)) return null;
  return `GRAPH_BASE_URL is the Graph of ${cloud.name}, but ENTRA_AUTHORITY_HOST signs in to another one; it must be https://${cloud.authorities[0]}`;
}

function findCloud(address: string): MicrosoftCloud | undefined {
  const { origin } = new URL(address);
  return clouds.find(({ graph }) => graph === origin);
}
