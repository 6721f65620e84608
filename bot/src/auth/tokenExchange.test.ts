import type { Client } from '#contract/client.ts';
import { AvaError } from '#contract/errors.ts';
import { systemClock } from '#platform/clock.ts';
import { texts } from '#bot/texts.ts';
import { createTokenCache } from './tokenCache.ts';
import { exchangeToken } from './tokenExchange.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';

const ada = { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' };

function makeToken({ tenantId: tid, id: oid }: Partial<typeof ada>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return `${part({ alg: 'RS256' })}.${part({ tid, oid, exp })}.c2lnbmF0dXJl`;
}

/** Exchanges a token at a bot that the organization has turned off; returns the result and the cached token. */
async function exchangeWhileTurnedOff(token: string, asker: typeof ada) {
  const tokens = createTokenCache(systemClock);
  const client = { call: () => Promise.reject(new AvaError('switched_off')) } as unknown as Client;
  const services = { tokens, log: silentLog, createApiClient: () => client };
  const result = await exchangeToken(services, asker, { id: 'exchange-1', token });
  return { result, cached: tokens.get(asker) };
}

it('caches Ada’s token, so that she can be told that the bot is turned off', async () => {
  const token = makeToken(ada);
  const { result, cached } = await exchangeWhileTurnedOff(token, ada);
  expect(result).toMatchObject({ name: 'signed in', status: 200 });
  expect(cached).toBe(token);
});

it.each([
  ['Ben’s token', makeToken({ ...ada, id: 'ben' })],
  ['a token of another tenant', makeToken({ ...ada, tenantId: 'fabrikam' })],
  ['a token without a person', makeToken({})],
])('does not cache %s for Ada while the bot is turned off', async (_, token) => {
  const { result, cached } = await exchangeWhileTurnedOff(token, ada);
  expect(result).toMatchObject({ name: 'refused', status: 412, body: { failureDetail: texts.otherAccount } });
  expect(cached).toBeNull();
});

it('does not sign in a person whom Teams does not identify', async () => {
  const unknown = { ...ada, id: '' };
  const { result, cached } = await exchangeWhileTurnedOff(makeToken(unknown), unknown);
  expect(result).toMatchObject({ name: 'refused', status: 412, body: { failureDetail: texts.unknownPerson } });
  expect(cached).toBeNull();
});
