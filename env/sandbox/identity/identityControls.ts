import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { fabrikam, northwind } from '#sandbox/people.ts';
import { getRequestedPerson } from '#sandbox/server/getRequestedPerson.ts';
import { sendJson } from '#sandbox/server/httpsServer.ts';
import { BadRequest, readControlBody } from '#sandbox/server/requestBody.ts';
import type { Consents } from './consents.ts';
import { entraErrors } from './entraErrors.ts';
import {
  API_CLIENT_ID,
  API_SCOPE,
  apiResource,
  findResource,
  PREAUTHORIZED_CLIENT_IDS,
  TEAMS_CLIENT_ID,
} from './registrations.ts';
import type { ClientSecret } from './tokens/tokenEndpoint.ts';
import { mintAppToken, mintUserToken, type TokenMint } from './tokens/signTokens.ts';

const Tenant = z.enum(['northwind', 'fabrikam']);
const tenantIds = { northwind: northwind.tenantId, fabrikam: fabrikam.tenantId };

export const MintRequest = z.strictObject({
  /** Key, object id or sign-in name of the person. */
  person: z.string().default('ada'),
  /** Application ID URI for which a host asks, as Teams does: Entra checks it and the client's pre-authorization. */
  resource: z.string().optional(),
  /** Default: AVA. */
  audience: z.string().default(API_CLIENT_ID),
  /** Issuing tenant; default: the person's tenant. */
  tenant: Tenant.optional(),
  /** Lifetime in seconds; negative for an expired token. */
  expiresIn: z.number().int().default(3_600),
  scp: z.string().default(API_SCOPE),
  /** Client the token was issued to; default: Teams on the web for a person's token, AVA for an application's. */
  azp: z.string().optional(),
  /** Default: the person's roles in a person's token for AVA, none in other tokens. */
  roles: z.array(z.string()).optional(),
  kind: z.enum(['user', 'app']).default('user'),
  /** Signed by an unpublished key: `foreign` with the published kid, `unknown` with another kid. */
  key: z.enum(['foreign', 'unknown']).optional(),
});
export type MintRequest = z.input<typeof MintRequest>;

const ConsentChange = z.strictObject({ person: z.string(), granted: z.boolean(), scope: z.string().optional() });
/** Another Application ID URI of AVA's registration. */
const RegistrationChange = z.strictObject({ identifierUri: z.string() });
const SecretChange = z.strictObject({ state: z.enum(['valid', 'wrong', 'expired']) });
const ClockChange = z.strictObject({ offsetSeconds: z.number().int() });
const Rotation = z.strictObject({ forget: z.boolean().default(false) });

/** Mints a token, by default the one that Teams' getAuthToken returns. Throws BadRequest for unknown people. */
export async function mintToken(mint: TokenMint, request: MintRequest = {}): Promise<string> {
  const options = MintRequest.parse(request);
  const { audience, expiresIn, scp, roles, key } = options;
  const person = getRequestedPerson(options.person);
  if (options.resource !== undefined) checkHostRequest(options.resource, options.azp ?? TEAMS_CLIENT_ID);
  const tenantId = options.tenant ? tenantIds[options.tenant] : person.tenantId;
  const published = await mint.keys.getCurrentSigner();
  const signer = key ? await mint.keys.getForeignSigner(key === 'foreign' ? published.kid : undefined) : published;
  if (options.kind === 'app') {
    const azp = options.azp ?? API_CLIENT_ID;
    return mintAppToken(mint, { audience, azp, tenantId, roles: roles ?? [], expiresIn }, signer);
  }
  const token = { person, audience, azp: options.azp ?? TEAMS_CLIENT_ID, scp, tenantId, expiresIn };
  return mintUserToken(mint, roles ? { ...token, roles } : token, signer);
}

/** Throws BadRequest with Entra's error if a host gets no token for the resource. */
function checkHostRequest(resource: string, clientId: string): void {
  const refuse = (error: { error_description: string }) => new BadRequest(error.error_description);
  if (!findResource(resource)) throw refuse(entraErrors.unknownResource(resource));
  if (!PREAUTHORIZED_CLIENT_IDS.includes(clientId)) throw refuse(entraErrors.consentRequired(clientId));
}

/** Handles the controls under `/_sandbox/`. */
export async function handleControl(
  { mint, consents, secret }: { mint: TokenMint; consents: Consents; secret: ClientSecret },
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const control = `${request.method} ${path}`;
  if (control === 'POST /_sandbox/token') {
    sendJson(response, 200, { token: await mintToken(mint, await readControlBody(request, MintRequest)) });
  } else if (control === 'POST /_sandbox/consent') {
    const { person, granted, scope } = await readControlBody(request, ConsentChange);
    consents.set(getRequestedPerson(person), granted, scope);
    sendJson(response, 200, { granted });
  } else if (control === 'POST /_sandbox/secret') {
    secret.state = (await readControlBody(request, SecretChange)).state;
    sendJson(response, 200, secret);
  } else if (control === 'POST /_sandbox/registration') {
    apiResource.id = (await readControlBody(request, RegistrationChange)).identifierUri;
    sendJson(response, 200, { identifierUri: apiResource.id });
  } else if (control === 'POST /_sandbox/keys/rotate') {
    sendJson(response, 200, { kid: await mint.keys.rotate(await readControlBody(request, Rotation)) });
  } else if (control === 'POST /_sandbox/clock') {
    mint.clock.offsetSeconds = (await readControlBody(request, ClockChange)).offsetSeconds;
    sendJson(response, 200, mint.clock);
  } else {
    sendJson(response, 404, { error: 'not_found', detail: `The sandbox has no control ${control}.` });
  }
}
