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
  expect(await loadInNewProcess()).toEqual(first.cert);
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
  expect(await loadInNewProcess()).not.toBe(old.cert);
  await Promise.all([writeFile(keyPath, matchingKey), writeFile(caPath, cert)]);
  expect(await loadInNewProcess()).toBe(cert);
  await writeFile(keyPath, old.private);
  expect(await loadInNewProcess()).not.toBe(cert);
});

it('makes a certificate that a Node process trusts if it is started with NODE_EXTRA_CA_CERTS', async () => {
  const certificate = await getSandboxCertificate(folder);
  const server = await serveHttps(
    'test',
    { port: 0, certificate },
    () => async (_request, response) => sendJson(response, 200, 'hello'),
  );
  const call = `fetch('${server.url}').then((reply) => reply.json()).then(console.log, (error) => console.log(error.cause.code))`;
  const node = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ['-e', call], { env: { ...process.env, ...env } });
  expect((await node({ NODE_EXTRA_CA_CERTS: certificate.caPath })).stdout.trim()).toBe('hello');
  expect((await node({ NODE_EXTRA_CA_CERTS: '' })).stdout.trim()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  await server.close();
});

/** Loads the certificate in a new process. */
async function loadInNewProcess(): Promise<string> {
  const module = new URL('./certificate.ts', import.meta.url).pathname;
  const read = `import('${module}').then((certificate) => certificate.getSandboxCertificate('${folder}')).then(({ cert }) => process.stdout.write(cert))`;
  return (await promisify(execFile)(process.execPath, ['-e', read])).stdout;
}
