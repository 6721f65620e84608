import type { Log } from '../../platform/log.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import { createOnBehalfOf } from './onBehalfOf.ts';
import { createTokenVerifier } from './tokenVerifier.ts';

/** Connects to Entra, or to the sandbox's stand-in for it. */
export function createIdentity(options: IdentityOptions, log: Log): Identity {
  return { ...createTokenVerifier(options, log), ...createOnBehalfOf(options, log) };
}
