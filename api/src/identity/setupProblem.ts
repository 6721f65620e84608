import { ServerError } from '@azure/msal-node';
import type { Log } from '#platform/log.ts';

/** A problem with AVA's registration, which only an administrator can mend. */
export interface SetupProblem {
  /** Entra's code, such as AADSTS7000222. */
  code: string;
  /** What to do, for an administrator. */
  cause: string;
}

/** Causes by error code of Entra: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
const CAUSES: Record<string, string> = {
  AADSTS7000215: 'ENTRA_CLIENT_SECRET is wrong; it must be the value of a secret of the registration, not its id',
  AADSTS7000222: 'ENTRA_CLIENT_SECRET has expired; create a new secret for the registration',
  AADSTS7000112: 'the registration is turned off in the tenant',
  AADSTS7000229: 'the registration has no enterprise application in the tenant',
  AADSTS700016: 'ENTRA_CLIENT_ID is not in the tenant of ENTRA_TENANT_ID',
  AADSTS90002: 'the tenant of ENTRA_TENANT_ID does not exist',
};
const UNKNOWN_CAUSE = 'Entra refuses the registration; compare ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET with it';

const LOG_INTERVAL_MS = 60_000;

/** The problem that an error of Entra reports; null for errors that concern one person or are only temporary. */
export function findSetupProblem(error: unknown): SetupProblem | null {
  if (!(error instanceof ServerError)) return null;
  const code = /AADSTS\d+/.exec(error.errorMessage)?.[0] ?? '';
  const isRefused = error.errorCode === 'invalid_client' || error.errorCode === 'unauthorized_client';
  if (!isRefused && !(code in CAUSES)) return null;
  return { code: code || error.errorCode, cause: CAUSES[code] ?? UNKNOWN_CAUSE };
}

/** The problem of the latest exchange; each call can report it, so it is logged at most once a minute. */
export class SetupMonitor {
  readonly #log: Log;
  #problem: SetupProblem | null = null;
  #loggedAt = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  get problem(): SetupProblem | null {
    return this.#problem;
  }

  report(problem: SetupProblem | null): void {
    const isNew = problem?.code !== this.#problem?.code;
    this.#problem = problem;
    if (!problem || (!isNew && Date.now() - this.#loggedAt < LOG_INTERVAL_MS)) return;
    this.#loggedAt = Date.now();
    this.#log.error({ ...problem }, 'microsoft entra refuses the registration');
  }
}
