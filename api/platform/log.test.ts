import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { AvaError } from '#contract/errors.ts';
import { createLog, redact } from './log.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = `${part({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${part({ aud: 'ava', name: 'Ada Moreau', oid: '1' })}`;
const token = `${unsigned}.${createHmac('sha256', 'key').update(unsigned).digest('base64url')}`;
const encrypted = `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}..aXY.${'Zm9v'.repeat(9)}.dGFn`;
const key = 'sk-proj-9aB_cd-EF0123456789abcdef';
const opaque = '0.AXoAk2J-_x8a.AgABAwEAAADW6jl31mB3T7ugrWTT8pFe';

function captureLog(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => void lines.push(line) }));
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  return lines.join('');
}

/** Whether a line contains a usable part of a secret. */
function containsSecret(line: string, secret: string): boolean {
  return secret.split('.').some((piece) => piece.length >= 8 && line.includes(piece));
}

it.each<[string, (secret: string) => object, string]>([
  ['a field', (secret) => ({ token: secret }), ''],
  ['a nested field of any name', (secret) => ({ a: { b: [{ c: `x ${secret} y` }] } }), ''],
  ['an error', (secret) => ({ error: new Error(`refused ${secret}`) }), ''],
  ['an error under the name that the store uses', (secret) => ({ err: new Error(`refused ${secret}`) }), ''],
  [
    'a nested cause',
    (secret) => ({ error: new AvaError('unexpected', { cause: new Error('a', { cause: new Error(secret) }) }) }),
    '',
  ],
  ['a thrown value that is not an error', (secret) => ({ error: `refused ${secret}` }), ''],
  ['the message', () => ({}), 'the token was '],
])('hides tokens and keys in %s', (_, fields, message) => {
  for (const secret of [token, encrypted, key]) {
    const line = captureLog((log) => log.warn(fields(secret), `${message}${message === '' ? '' : secret}`));
    expect(containsSecret(line, secret)).toBe(false);
    expect(line).toContain('(hidden)');
  }
});

it.each<[string, (secret: string) => object]>([
  ['a header', (secret) => ({ headers: { authorization: `Bearer ${secret}` } })],
  ['a raw header', (secret) => ({ raw: `Authorization: Bearer ${secret}\r\nHost: a` })],
  ['a list of headers', (secret) => ({ headers: ['Authorization', `Bearer ${secret}`] })],
  ['basic credentials', (secret) => ({ headers: { authorization: `Basic ${secret}` } })],
  ['a form', (secret) => ({ body: `grant_type=refresh&refresh_token=${secret}&client_secret=${secret}` })],
  ['JSON as text', (secret) => ({ body: JSON.stringify({ access_token: secret, api_key: secret }) })],
  ['JSON as text within JSON', (secret) => ({ body: JSON.stringify({ body: JSON.stringify({ id_token: secret }) }) })],
  ['an address', (secret) => ({ url: `https://graph.example/me?token=${secret}&top=1` })],
  [
    'a named field',
    (secret) => ({ assertion: secret, password: secret, clientAssertion: secret, refreshToken: secret }),
  ],
  ['the error message of a service', (secret) => ({ error: new Error(`Incorrect API key provided: ${secret}.`) })],
])('hides opaque secrets in %s', (_, fields) => {
  expect(
    containsSecret(
      captureLog((log) => log.error(fields(opaque), 'refused')),
      opaque,
    ),
  ).toBe(false);
});

it.each([['opaque.a,opaque.b'], ['opaque.a&opaque.b'], ['{opaque.a}opaque.b'], ['opaque.a\\opaque.b']])(
  'hides a whole bearer token: %s',
  (secret) => {
    const line = captureLog((log) =>
      log.warn({ header: `Bearer ${secret}`, note: `"bearer ${secret}"` }, 'request refused'),
    );
    expect(line).not.toContain('opaque');
    expect(JSON.parse(line)).toMatchObject({
      header: 'Bearer (hidden)',
      note: '"bearer (hidden)"',
      msg: 'request refused',
    });
  },
);

/** @proves threat:tokens-in-logs */
it('hides a token anywhere in any line', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(token, encrypted, key), (before, after, secret) => {
      // The space matters: directly after a letter, `sk-` would be part of a word.
      const line = captureLog((log) =>
        log.info({ [`${before} `]: `${before} ${secret} ${after}` }, `${after} ${secret}`),
      );
      expect(containsSecret(line, secret)).toBe(false);
    }),
  );
});

it('keeps other fields', () => {
  const line = captureLog((log) =>
    log.error(
      {
        run: 'r1',
        prompt_tokens: 12,
        error: new AvaError('graph_unavailable', { cause: new TypeError('fetch failed') }),
      },
      'the token expired; the bearer of bad news',
    ),
  );
  expect(JSON.parse(line)).toMatchObject({
    run: 'r1',
    prompt_tokens: 12,
    msg: expect.stringContaining('the token expired'),
    error: {
      name: 'AvaError',
      code: 'graph_unavailable',
      message: expect.stringContaining('graph_unavailable'),
      stack: expect.stringContaining('log.test'),
      cause: { name: 'TypeError', message: 'fetch failed' },
    },
  });
  expect(redact('a plain sentence about keys, tokens: none')).toBe('a plain sentence about keys, tokens: none');
});
