import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopback, isSafeToSend } from '#contract/hosts.ts';
import type { Variables } from '#platform/environment.ts';
import { isPublic } from '#platform/publicAddress.ts';

const MAX_SERVERS = 10;
const MAX_TOOLS = 20;
const DEFAULT_TIMEOUT_SECONDS = 20;
/** Names of AVA's own groups of functions, which a server must not take. */
const RESERVED = new Set(['people', 'meetings', 'files', 'mail', 'sites']);
/** Headers that the protocol or AVA sets. */
const OWN_HEADER = /^(host|connection|transfer-encoding|content-|accept|cookie|mcp-|ava-)/i;

const Server = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9 -]{0,29}$/, 'a name has letters, digits, blanks and dashes, at most 30')
    .refine((name) => !RESERVED.has(name.toLowerCase()), 'AVA has functions of this name'),
  description: z.string().max(200).optional(),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  header: z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/, 'it is not the name of a header')
        .refine((name) => !OWN_HEADER.test(name), 'AVA sets this header itself'),
      variable: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'it is not the name of an environment variable'),
    })
    .optional(),
  tools: z.array(z.string().min(1).max(128)).min(1).max(MAX_TOOLS),
  passIdentity: z.boolean().default(false),
  privateNetwork: z.boolean().default(false),
  timeoutSeconds: z.number().min(1).max(30).default(DEFAULT_TIMEOUT_SECONDS),
});

/** MCP_FILE: the servers of the Model Context Protocol whose tools AVA can call. */
export const McpFile = z.array(Server).max(MAX_SERVERS);

/** A server of the Model Context Protocol that the organization has connected. */
export interface McpServerOptions {
  name: string;
  description: string | undefined;
  url: URL;
  /** A header with a secret, sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** Names of the tools that AVA can call. */
  tools: readonly string[];
  /** Whether a call names the person who asked. */
  passIdentity: boolean;
  /** Whether the server can have an address that is not public. */
  privateNetwork: boolean;
  /** Longest time of a request. */
  timeoutMs: number;
}

/**
 * The servers of MCP_FILE with their secrets from the environment. What can't be used is added to `problems`.
 * @param present the variables of the environment that are not empty
 */
export function readMcpServers(
  servers: z.output<typeof McpFile>,
  present: Variables,
  problems: string[],
): McpServerOptions[] {
  const found = servers.flatMap((server) => findProblems(server, present));
  const names = servers.flatMap(({ name, tools }) => tools.map((tool) => toFunctionName(name, tool)));
  for (const [index, name] of names.entries()) {
    if (name.length > 64) found.push(`the name ${name} is longer than 64 characters`);
    if (names.indexOf(name) < index) found.push(`two tools have the name ${name}`);
  }
  problems.push(...found.map((problem) => `MCP_FILE cannot be used: ${problem}`));
  return servers.map(({ url, header, timeoutSeconds, description, ...server }) => ({
    ...server,
    description,
    url: new URL(url),
    headers: header ? { [header.name]: present[header.variable] ?? '' } : {},
    timeoutMs: timeoutSeconds * 1_000,
  }));
}

function findProblems({ name, url, header, privateNetwork }: z.output<typeof Server>, present: Variables): string[] {
  const { hostname, username, password } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const isHere = isLoopback(hostname);
  return [
    !isSafeToSend(url) && `the address of ${name} must be https`,
    username + password !== '' && `the address of ${name} has a password; use "header"`,
    isHere && present['NODE_ENV'] === 'production' && `${name} is on this machine; that is not allowed in production`,
    !isHere &&
      !privateNetwork &&
      isIP(address) !== 0 &&
      !isPublic(address) &&
      `the address of ${name} is private; add "privateNetwork": true`,
    header && !present[header.variable] && `${header.variable} is missing, the header of ${name}`,
  ].filter((problem) => typeof problem === 'string');
}

/** Name of a function for the model: letters, digits, `_` and `-`. */
export function toFunctionName(server: string, tool: string): string {
  return `${server}_${tool}`.toLowerCase().replace(/[^a-z0-9_-]/g, '_');
}
