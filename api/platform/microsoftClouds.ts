/** A cloud of Microsoft, with its own registrations, sign-in and Graph. */
interface MicrosoftCloud {
  name: string;
  /** Also the audience of its tokens. */
  graph: string;
  /** Hosts of sign-in. */
  authorities: readonly string[];
}

const GLOBAL_GRAPH = 'https://graph.microsoft.com';

/** https://learn.microsoft.com/graph/deployments and https://learn.microsoft.com/entra/identity-platform/authentication-national-cloud */
const clouds: readonly MicrosoftCloud[] = [
  {
    name: 'the global cloud',
    graph: GLOBAL_GRAPH,
    authorities: ['login.microsoftonline.com', 'login.windows.net', 'login.microsoft.com'],
  },
  {
    name: 'the cloud of the United States government',
    graph: 'https://graph.microsoft.us',
    authorities: ['login.microsoftonline.us'],
  },
  {
    name: 'the cloud of the United States Department of Defense',
    graph: 'https://dod-graph.microsoft.us',
    authorities: ['login.microsoftonline.us'],
  },
  {
    name: 'the cloud in China',
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    authorities: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
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
