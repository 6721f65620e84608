import PostalMime, { type Address } from 'postal-mime';
import type { Mail } from './mail.ts';

/** Parses a message in the format of RFC 5322 with MIME. */
export async function parseEml(bytes: Buffer): Promise<Mail> {
  const mail = await PostalMime.parse(bytes);
  return {
    from: mail.from ? formatAddress(mail.from) : '',
    to: (mail.to ?? []).map(formatAddress).join(', '),
    cc: (mail.cc ?? []).map(formatAddress).join(', '),
    date: mail.date ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.flatMap(({ filename }) => filename ?? []),
  };
}

function formatAddress(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(formatAddress).join(', ')}`;
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
