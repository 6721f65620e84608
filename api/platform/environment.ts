import { z } from 'zod';

const MAX_PORT = 65_535;

export const nonEmptyText = z.string().trim().min(1);
export const withoutLastSlash = (value: string) => value.trim().replace(/(?<!\/)\/+$/, '');
export const httpOrigin = z.url({ protocol: /^https?$/ }).transform(withoutLastSlash);
export const commaSeparated = z.string().transform(splitList);
/** A number or, on Azure App Service, the name of a pipe. */
export const port = nonEmptyText.refine(
  (value) => !/^\d+$/.test(value) || Number(value) <= MAX_PORT,
  `a port is at most ${MAX_PORT}`,
);
export const nodeEnvironment = z.enum(['production', 'development', 'test']).default('development');
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info');

export type Variables = Readonly<Record<string, string | undefined>>;

/** Drops empty variables: an empty line in an environment file means that the variable is not set. */
export function dropEmpty(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Problems with the address at which people reach AVA in production. */
export function findPublicUrlProblem({ PUBLIC_URL: address }: Variables): string[] {
  if (!address) return ['PUBLIC_URL is missing; production needs the https address at which people reach AVA'];
  if (!URL.canParse(address) || new URL(address).protocol !== 'http:') return [];
  return ['PUBLIC_URL must be https in production; people send their tokens and files there'];
}

/** Lists all problems of an environment, one per line. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly string[];

  constructor(title: string, problems: readonly string[]) {
    super(`${title}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
