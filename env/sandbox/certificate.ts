import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;
/** The longest lifetime browsers accept for a server certificate. */
const LIFETIME_DAYS = 397;
const RENEW_WITHIN_DAYS = 30;

/** A PEM key, its PEM certificate, and the file to name in NODE_EXTRA_CA_CERTS. */
export type Certificate = { key: string; cert: string; caPath: string };

const inThisProcess = new Map<string, Promise<Certificate>>();

/**
 * The sandbox's certificate for localhost, 127.0.0.1 and ::1: made at the first start, kept in
 * `folder/certificate` (key readable by its owner alone) and made anew 30 days before it expires.
 *
 * @param folder AVA's data folder; it is created when missing.
 */
export function sandboxCertificate(folder: string): Promise<Certificate> {
  const home = resolve(folder, 'certificate');
  // Identity and Graph start side by side and must end up with the same pair.
  const started = inThisProcess.get(home) ?? keptOrNew(home);
  inThisProcess.set(home, started);
  started.catch(() => inThisProcess.delete(home));
  return started;
}

/** Makes this process trust the certificate without NODE_EXTRA_CA_CERTS, which Node reads only at its start. */
export function trustCertificate({ cert }: Pick<Certificate, 'cert'>): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

async function keptOrNew(home: string): Promise<Certificate> {
  const caPath = join(home, 'cert.pem');
  const keyPath = join(home, 'key.pem');
  const [key, cert] = await Promise.all([readIfThere(keyPath), readIfThere(caPath)]);
  if (key && cert && isUsable(key, cert)) return { key, cert, caPath };

  const made = await makeCertificate();
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeWhole(keyPath, made.key, 0o600);
  await writeWhole(caPath, made.cert, 0o644);
  return { ...made, caPath };
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  // OpenSSL looks trusted certificates up by name: two of the same name would hide each other.
  const commonName = `AVA sandbox on localhost ${randomBytes(4).toString('hex')}`;
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // An hour back, for a second device whose clock is a little behind.
    notBeforeDate: new Date(Date.now() - DAY_MS / 24),
    notAfterDate: new Date(Date.now() + LIFETIME_DAYS * DAY_MS - DAY_MS / 12),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}

function isUsable(key: string, cert: string): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const daysLeft = (certificate.validToDate.getTime() - Date.now()) / DAY_MS;
    return daysLeft > RENEW_WITHIN_DAYS && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    // Half-written or foreign files: a new pair replaces them.
    return false;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode });
  await rename(draft, path);
}
