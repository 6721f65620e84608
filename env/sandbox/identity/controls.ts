import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { fabrikam, findPerson, northwind, type Person } from '../people.ts';
import { BadRequest, readControl, sendJson } from '../secureServer.ts';
import type { Consents } from './consents.ts';
import { API_CLIENT_ID, API_SCOPE, TEAMS_CLIENT_ID } from './registrations.ts';
import { mintAppToken, mintUserToken, type TokenMint } from './tokens.ts';

const Tenant = z.enum(['northwind', 'fabrikam']);
const tenantIds = { northwind: northwind.tenantId, fabrikam: fabrikam.tenantId };

export const MintRequest = z.strictObject({
  /** Key, object id or sign-in name. */
  person: z.string().default('ada'),
  /** Default: AVA. */
  audience: z.string().default(API_CLIENT_ID),
  /** Issuing tenant; default: the person's own. */
  tenant: Tenant.optional(),
  /** Seconds; negative for a token that is over. */
  expiresIn: z.number().int().default(3_600),
  scp: z.string().default(API_SCOPE),
  /** Client the token was issued to; default: Teams on the web for people, AVA for itself. */
  azp: z.string().optional(),
  /** Default: the person's own. */
  roles: z.array(z.string()).optional(),
  kind: z.enum(['user', 'app']).default('user'),
  /** `foreign`: signed by a key nobody published under the published kid. `unknown`: under a kid of its own. */
  key: z.enum(['foreign', 'unknown']).optional(),
});
export type MintRequest = z.input<typeof MintRequest>;

const ConsentChange = z.strictObject({ person: z.string(), granted: z.boolean(), scope: z.string().optional() });
const ClockChange = z.strictObject({ offsetSeconds: z.number().int() });
const Rotation = z.strictObject({ forget: z.boolean().default(false) });

/** What Teams' getAuthToken hands out, and odd tokens for tests. Throws BadRequest when the person does not exist. */
export async function mintOnDemand(mint: TokenMint, request: MintRequest = {}): Promise<string> {
  const asked = MintRequest.parse(request);
  const person = personOf(asked.person);
  const tenantId = asked.tenant ? tenantIds[asked.tenant] : person.tenantId;
  const published = await mint.keys.current();
  const signer = asked.key ? await mint.keys.foreign(asked.key === 'foreign' ? published.kid : undefined) : published;
  const { audience, expiresIn, scp } = asked;
  if (asked.kind === 'app') {
    const azp = asked.azp ?? API_CLIENT_ID;
    return mintAppToken(mint, { audience, azp, tenantId, roles: asked.roles ?? [], expiresIn }, signer);
  }
  const about = { person, audience, azp: asked.azp ?? TEAMS_CLIENT_ID, scp, tenantId, expiresIn };
  return mintUserToken(mint, asked.roles ? { ...about, roles: asked.roles } : about, signer);
}

/** The controls under `/_sandbox/`, each a POST with JSON. */
export async function answerControl(
  { mint, consents }: { mint: TokenMint; consents: Consents },
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const control = `${request.method} ${path}`;
  if (control === 'POST /_sandbox/token') {
    sendJson(response, 200, { token: await mintOnDemand(mint, await readControl(request, MintRequest)) });
  } else if (control === 'POST /_sandbox/consent') {
    const { person, granted, scope } = await readControl(request, ConsentChange);
    consents.set(personOf(person), granted, scope);
    sendJson(response, 200, { granted });
  } else if (control === 'POST /_sandbox/keys/rotate') {
    sendJson(response, 200, { kid: await mint.keys.rotate(await readControl(request, Rotation)) });
  } else if (control === 'POST /_sandbox/clock') {
    mint.clock.offsetSeconds = (await readControl(request, ClockChange)).offsetSeconds;
    sendJson(response, 200, mint.clock);
  } else {
    sendJson(response, 404, { error: 'not_found', detail: `The sandbox has no control ${control}.` });
  }
}

function personOf(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new BadRequest(`Nobody in the sandbox is called "${name}".`);
  return person;
}
