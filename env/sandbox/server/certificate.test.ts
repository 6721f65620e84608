import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { getSandboxCertificate } from './certificate.ts';
import { serveHttps, sendJson } from './httpsServer.ts';

const DAY_MS = 86_400_000;
let folder: string;
let loads = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-certificate-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('creates one certificate for localhost and its addresses, with a key that only its owner can read', async () => {
  const [first, second] = await Promise.all([getSandboxCertificate(folder), getSandboxCertificate(folder)]);
  expect(second).toBe(first);
  const certificate = new X509Certificate(await readFile(first.caPath));
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
  expect((await stat(join(folder, 'certificate', 'key.pem'))).mode & 0o777).toBe(0o600);
  expect(await loadAgain()).toEqual(first.cert);
});

it('replaces the certificate if it expires soon or does not match its key', async () => {
  const { cert, caPath } = await getSandboxCertificate(folder);
  const old = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + 20 * DAY_MS),
  });
  const keyPath = join(folder, 'certificate', 'key.pem');
  const matchingKey = await readFile(keyPath);
  await Promise.all([writeFile(keyPath, old.private), writeFile(caPath, old.cert)]);
  expect(await loadAgain()).not.toBe(old.cert);
  await Promise.all([writeFile(keyPath, matchingKey), writeFile(caPath, cert)]);
  expect(await loadAgain()).toBe(cert);
  await writeFile(keyPath, old.private);
  expect(await loadAgain()).not.toBe(cert);
});

it('makes a certificate that a Node process trusts if it is started with NODE_EXTRA_CA_CERTS', async () => {
  const certificate = await getSandboxCertificate(folder);
  const server = await serveHttps(
    'test',
    { port: 0, certificate },
    () => async (_request, response) => sendJson(response, 200, 'hello'),
  );
  const call = `fetch('${server.url}').then((reply) => reply.json()).then(console.log, (error) => console.log(error.cause.code))`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate.caPath };
  expect((await promisify(execFile)(process.execPath, ['-e', call], { env })).stdout.trim()).toBe('hello');
  // This process was started without the certificate in its environment.
  await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  await server.close();
});

/** Loads the certificate like a new process: a new instance of the module has cached none. */
async function loadAgain(): Promise<string> {
  loads += 1;
  const module = (await import(`./certificate.ts?load=${loads}`)) as typeof import('./certificate.ts');
  return (await module.getSandboxCertificate(folder)).cert;
}
