import { isLoopback, isSafeToSend, isThisMachine } from '#contract/hosts.ts';
import { findPublicUrlProblem, splitList, type Variables } from '#platform/environment.ts';
import { isPlainUrl } from './teams/serviceUrls.ts';

/** Tokens are sent to these addresses, or they decide which tokens are valid. */
const TRUSTED_ADDRESSES = ['API_URL', 'BOT_OPENID_METADATA_URL', 'BOT_LOGIN_URL', 'BOT_SANDBOX_TOKEN_URL'];
/** Variables for the channel. An address on this machine in one of them is a server of the sandbox. */
const CHANNEL_VARIABLES = [
  'BOT_OPENID_METADATA_URL',
  'BOT_LOGIN_URL',
  'BOT_TOKEN_ISSUER',
  'BOT_SERVICE_URLS',
  'BOT_FILE_HOSTS',
];

const FILE_HOST = /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

const getHost = (address: string) =>
  URL.canParse(address) && address.includes('//') ? new URL(address).hostname : address;

/** Problems with variables whose values are well-formed, one line each. */
export function findContradictions(variables: Variables): string[] {
  return [
    ...findUnsafeAddresses(variables),
    ...(variables['BOT_ID'] ? checkRegisteredBot(variables) : checkUnregisteredBot(variables)),
    ...(variables['NODE_ENV'] === 'production' ? checkProduction(variables) : []),
  ];
}

function findUnsafeAddresses(variables: Variables): string[] {
  const problems = TRUSTED_ADDRESSES.filter((name) => {
    const address = variables[name];
    return address !== undefined && URL.canParse(address) && !isSafeToSend(address);
  }).map((name) => `${name} must be https; http is allowed on this machine only`);
  if (!splitList(variables['BOT_SERVICE_URLS'] ?? '').every(isPlainUrl))
    problems.push('BOT_SERVICE_URLS must be https URLs of host and path; http is allowed on this machine only');
  if (!splitList(variables['BOT_FILE_HOSTS'] ?? '').every((host) => FILE_HOST.test(host)))
    problems.push('BOT_FILE_HOSTS must be host names; a leading dot includes subdomains');
  return problems;
}

function checkRegisteredBot(variables: Variables): string[] {
  const problems = ['BOT_PASSWORD', 'BOT_TENANT_ID']
    .filter((name) => !variables[name])
    .map((name) => `${name} is missing; a bot with BOT_ID needs it`);
  if (variables['BOT_SANDBOX_TOKEN_URL']) problems.push('BOT_SANDBOX_TOKEN_URL is for a bot without BOT_ID');
  return problems;
}

/** A bot without a registration authenticates nobody, so only this machine can be allowed to reach it. */
function checkUnregisteredBot(variables: Variables): string[] {
  const problems: string[] = [];
  if (!isLoopback(variables['BOT_HOST'] ?? '127.0.0.1')) problems.push('BOT_HOST must be loopback without BOT_ID');
  if (!/^\d+$/.test((variables['BOT_PORT'] ?? '3978').trim()))
    problems.push('BOT_PORT must be a number without BOT_ID; anybody who can open a pipe would be trusted');
  if (!splitList(variables['BOT_SERVICE_URLS'] ?? '').every((address) => isLoopback(getHost(address))))
    problems.push('BOT_SERVICE_URLS must be loopback without BOT_ID');
  const tokenUrl = variables['BOT_SANDBOX_TOKEN_URL'];
  if (tokenUrl !== undefined && !isLoopback(getHost(tokenUrl))) problems.push('BOT_SANDBOX_TOKEN_URL must be loopback');
  return problems;
}

function checkProduction(variables: Variables): string[] {
  const problems = findPublicUrlProblem(variables);
  const ofSandbox = CHANNEL_VARIABLES.filter((name) =>
    splitList(variables[name] ?? '').some((address) => isThisMachine(getHost(address))),
  );
  problems.push(...ofSandbox.map((name) => `${name} names the sandbox, which is not allowed in production`));
  if (!variables['BOT_ID']) problems.push('BOT_ID is missing; without it the bot authenticates nobody');
  if (variables['BOT_SANDBOX_TOKEN_URL'])
    problems.push('BOT_SANDBOX_TOKEN_URL belongs to the sandbox and is not allowed in production');
  return problems;
}
