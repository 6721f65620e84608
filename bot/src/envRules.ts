import { isLoopback, isSafeToSend, isThisMachine } from '../../api/contract/hosts.ts';
import { splitList, type Variables } from '../../api/platform/environment.ts';
import { isPlain } from './serviceUrls.ts';

/** Addresses to which people's tokens or the bot's own go, or whose word decides who is believed. */
const TRUSTED_ADDRESSES = ['API_URL', 'BOT_OPENID_METADATA_URL', 'BOT_LOGIN_URL', 'BOT_SANDBOX_TOKEN_URL'];
/** What leads to the sandbox's stand-ins where they stand on this machine. */
const OF_THE_CHANNEL = [
  'BOT_OPENID_METADATA_URL',
  'BOT_LOGIN_URL',
  'BOT_TOKEN_ISSUER',
  'BOT_SERVICE_URLS',
  'BOT_FILE_HOSTS',
];

const hostOf = (part: string) => (URL.canParse(part) && part.includes('//') ? new URL(part).hostname : part);

/** What is wrong with an environment although each of its values is well-formed, a line each. */
export function contradictions(given: Variables): string[] {
  return [
    ...unsafe(given),
    ...(given['BOT_ID'] ? ofRegistered(given) : ofUnregistered(given)),
    ...(given['NODE_ENV'] === 'production' ? inProduction(given) : []),
  ];
}

function unsafe(given: Variables): string[] {
  const problems = TRUSTED_ADDRESSES.filter((variable) => {
    const address = given[variable];
    return address !== undefined && URL.canParse(address) && !isSafeToSend(address);
  }).map((variable) => `${variable} must be https; http is for this machine alone`);
  if (!splitList(given['BOT_SERVICE_URLS'] ?? '').every(isPlain))
    problems.push('BOT_SERVICE_URLS must be https addresses of a host and a path; http is for this machine alone');
  if (!splitList(given['BOT_FILE_HOSTS'] ?? '').every((host) => /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host)))
    problems.push('BOT_FILE_HOSTS must be names of hosts; one that begins with a dot stands for all below it');
  return problems;
}

function ofRegistered(given: Variables): string[] {
  const problems = ['BOT_PASSWORD', 'BOT_TENANT_ID']
    .filter((variable) => !given[variable])
    .map((variable) => `${variable} is missing; a bot with BOT_ID needs it`);
  if (given['BOT_SANDBOX_TOKEN_URL']) problems.push('BOT_SANDBOX_TOKEN_URL is for a bot without BOT_ID');
  return problems;
}

/** Whoever reaches a bot without a registration is believed, so nobody elsewhere may reach it. */
function ofUnregistered(given: Variables): string[] {
  const problems: string[] = [];
  if (!isLoopback(given['BOT_HOST'] ?? '127.0.0.1')) problems.push('BOT_HOST must be loopback without BOT_ID');
  if (!/^\d+$/.test((given['BOT_PORT'] ?? '3978').trim()))
    problems.push('BOT_PORT must be a number without BOT_ID; whoever may open a pipe would be believed');
  if (!splitList(given['BOT_SERVICE_URLS'] ?? '').every((address) => isLoopback(hostOf(address))))
    problems.push('BOT_SERVICE_URLS must be loopback without BOT_ID');
  const tokens = given['BOT_SANDBOX_TOKEN_URL'];
  if (tokens !== undefined && !isLoopback(hostOf(tokens))) problems.push('BOT_SANDBOX_TOKEN_URL must be loopback');
  return problems;
}

function inProduction(given: Variables): string[] {
  const problems = OF_THE_CHANNEL.filter((variable) =>
    splitList(given[variable] ?? '').some((part) => isThisMachine(hostOf(part))),
  ).map((variable) => `${variable} names the sandbox; it must not in production`);
  if (!given['BOT_ID']) problems.push('BOT_ID is missing; without it the bot would believe anybody');
  if (given['BOT_SANDBOX_TOKEN_URL']) problems.push('BOT_SANDBOX_TOKEN_URL belongs to the sandbox, not in production');
  return problems;
}
