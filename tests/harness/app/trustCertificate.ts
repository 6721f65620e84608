import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Does for this process what NODE_EXTRA_CA_CERTS does at the start of one. */
export function trustCertificate(certificate: string): void {
  const trusted = getCACertificates('default');
  if (!trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
}
