import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;
/** The longest lifetime that browsers accept for a server certificate. */
const LIFETIME_DAYS = 397;
const RENEW_WITHIN_DAYS = 30;

/** A key and its certificate, both in PEM, and the certificate's file for NODE_EXTRA_CA_CERTS. */
export type Certificate = { key: string; cert: string; caPath: string };

const certificates = new Map<string, Promise<Certificate>>();

/**
 * Returns the sandbox's certificate for localhost, 127.0.0.1 and ::1. It is created at the first start, stored in
 * `folder/certificate` (only its owner can read the key) and replaced 30 days before it expires.
 *
 * @param folder The sandbox's folder; it is created if it is missing.
 */
export function getSandboxCertificate(folder: string): Promise<Certificate> {
  const certificateFolder = resolve(folder, 'certificate');
  // Two callers at the same time must get the same certificate.
  const certificate = certificates.get(certificateFolder) ?? loadOrCreate(certificateFolder);
  certificates.set(certificateFolder, certificate);
  certificate.catch(() => certificates.delete(certificateFolder));
  return certificate;
}

/** Makes the running process trust the certificate. NODE_EXTRA_CA_CERTS is read only when Node starts. */
export function trustCertificate({ cert }: Pick<Certificate, 'cert'>): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

async function loadOrCreate(folder: string): Promise<Certificate> {
  const caPath = join(folder, 'cert.pem');
  const keyPath = join(folder, 'key.pem');
  const [key, cert] = await Promise.all([readIfExists(keyPath), readIfExists(caPath)]);
  if (key && cert && isUsable(key, cert)) return { key, cert, caPath };

  const created = await createCertificate();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(keyPath, created.key, 0o600);
  await writeAtomically(caPath, created.cert, 0o644);
  return { ...created, caPath };
}

async function createCertificate(): Promise<{ key: string; cert: string }> {
  // OpenSSL finds trusted certificates by name, so the name must be unique.
  const commonName = `AVA sandbox on localhost ${randomBytes(4).toString('hex')}`;
  const created = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // An hour in the past, for devices whose clock is slow.
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
  return { key: created.private, cert: created.cert };
}

function isUsable(key: string, cert: string): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const daysLeft = (certificate.validToDate.getTime() - Date.now()) / DAY_MS;
    return daysLeft > RENEW_WITHIN_DAYS && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    // Incomplete or foreign files are replaced.
    return false;
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode });
  await rename(draft, path);
}
