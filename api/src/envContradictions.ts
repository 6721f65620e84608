import { isIP } from 'node:net';
import { isSafeToSend, isThisMachine } from '#contract/hosts.ts';
import { findCloudMismatch } from '#platform/microsoftClouds.ts';
import { findPublicUrlProblem, type Variables } from '#platform/environment.ts';
import { isPublic } from '#platform/publicAddress.ts';

/** Model servers, which receive people's questions and files. */
const MODEL_SERVERS = ['OPENAI_BASE_URL', 'AZURE_OPENAI_ENDPOINT', 'RERANK_URL'];
/** Servers that receive people's tokens, or that decide who somebody is. */
const TOKEN_SERVERS = ['ENTRA_AUTHORITY_HOST', 'GRAPH_BASE_URL'];
/** Endings of names that the public internet does not have. */
const PRIVATE_NAME = /\.(internal|local|lan|svc|home\.arpa)$/i;

/** Problems with variables whose values are well-formed, one line each. */
export function findContradictions(present: Variables): string[] {
  const unsafe = MODEL_SERVERS.filter((name) => isUrl(present[name]) && !isSafeForModels(present[name] ?? ''));
  return [
    ...unsafe.map(
      (name) =>
        `${name} must be https, or http on this machine or a private network; people's questions and the key go there`,
    ),
    ...checkCloud(present),
    ...(present['NODE_ENV'] === 'production' ? checkProduction(present) : []),
  ];
}

function checkCloud({ ENTRA_AUTHORITY_HOST: authority, GRAPH_BASE_URL: graph }: Variables): string[] {
  const addresses = [authority ?? 'https://login.microsoftonline.com', graph ?? 'https://graph.microsoft.com'] as const;
  if (!addresses.every(isUrl)) return [];
  const mismatch = findCloudMismatch(...addresses);
  return mismatch === null ? [] : [mismatch];
}

function checkProduction(present: Variables): string[] {
  const problems = findPublicUrlProblem(present);
  if (present['TAB_HOST_ORIGINS']) problems.push('TAB_HOST_ORIGINS is for the sandbox only; remove it in production');
  if (/DefaultEndpointsProtocol=http;|BlobEndpoint=http:/i.test(present['AZURE_STORAGE_CONNECTION_STRING'] ?? ''))
    problems.push("AZURE_STORAGE_CONNECTION_STRING must use https; people's files go there");
  for (const variable of TOKEN_SERVERS) {
    const address = present[variable] ?? '';
    if (!isUrl(address)) continue;
    if (isThisMachine(new URL(address).hostname))
      problems.push(`${variable} names the sandbox; that is not allowed in production`);
    else if (!isSafeToSend(address)) problems.push(`${variable} must be https; people's tokens go there`);
  }
  return problems;
}

function isUrl(address: string | undefined): boolean {
  return address !== undefined && URL.canParse(address);
}

/** Whether the way to a model server is https, or does not leave this machine or a private network. */
function isSafeForModels(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isSafeToSend(address)) return true;
  return isIP(host) === 0 ? !host.includes('.') || PRIVATE_NAME.test(host) : !isPublic(host);
}
