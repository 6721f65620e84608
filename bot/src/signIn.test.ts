import type { Client } from '../../api/contract/client.ts';
import { AvaError } from '../../api/contract/errors.ts';
import { quietLog } from '../../tests/harness/fakeConversation.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { takeToken } from './signIn.ts';
import { texts } from './texts.ts';
import { createTokens } from './tokens.ts';

const ada = { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' };

function tokenOf({ tenantId: tid, id: oid }: Partial<typeof ada>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return `${part({ alg: 'RS256' })}.${part({ tid, oid, exp })}.c2lnbmF0dXJl`;
}

/** Brings a token to a bot whose organization has switched it off, and gives what came of it. */
async function bring(token: string, asker: typeof ada) {
  const tokens = createTokens(systemClock);
  const client = { call: () => Promise.reject(new AvaError('switched_off')) } as unknown as Client;
  const world = { tokens, log: quietLog, clientOf: () => client };
  const exchanged = await takeToken(world, { asker }, { id: 'exchange-1', token });
  return { exchanged, kept: tokens.of(asker) };
}

it('Ada’s token is kept for Ada, so that she is told that the bot is switched off', async () => {
  const token = tokenOf(ada);
  expect(await bring(token, ada)).toMatchObject({ exchanged: { name: 'signed in', status: 200 }, kept: token });
});

it.each([
  ['Ben’s token', tokenOf({ ...ada, id: 'ben' })],
  ['a token of another tenant', tokenOf({ ...ada, tenantId: 'fabrikam' })],
  ['a token of nobody', tokenOf({})],
])('%s is not kept for Ada, though the bot is switched off', async (_, token) => {
  const { exchanged, kept } = await bring(token, ada);
  expect(exchanged).toMatchObject({ name: 'refused', status: 412, body: { failureDetail: texts.otherAccount } });
  expect(kept).toBeNull();
});

it('whoever Teams does not name is not signed in', async () => {
  const { exchanged, kept } = await bring(tokenOf({ ...ada, id: '' }), { ...ada, id: '' });
  expect(exchanged).toMatchObject({ name: 'refused', status: 412, body: { failureDetail: texts.nobody } });
  expect(kept).toBeNull();
});
