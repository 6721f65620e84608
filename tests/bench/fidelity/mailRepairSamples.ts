import iconv from 'iconv-lite';
import { makeMsg } from '#sandbox/documents/mail.ts';
import type { Sample } from './sample.ts';

const HEADER = 'From: Ada Moreau <ada@northwind.example>\r\nTo: Ben Okafor <ben@northwind.example>\r\n';
const ADDRESSES = 'Ada Moreau ada@northwind.example Ben Okafor ben@northwind.example';
const BODY = 'Die Größe der Räume steht im Anhang. Bitte prüfen Sie die Maße für den Flügel bis Freitag.';

const toQuotedPrintable = (text: string, charset: string): string =>
  [...iconv.encode(text, charset)]
    .map((byte) => (byte > 0x7e || byte === 0x3d ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte)))
    .join('');

const sample = (name: string, fields: string, body: Buffer, text: string, encoding = 'latin1'): Sample => ({
  name: `${name}.eml`,
  make: () => {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}${fields}\r\n\r\n`, 'latin1'), body]);
    return encoding === 'latin1' ? bytes : iconv.encode(bytes.toString('utf8'), encoding);
  },
  text: `${ADDRESSES} ${text}`,
});

const part = (type: string, more: string, body: string) => `--b\r\nContent-Type: ${type}\r\n${more}\r\n${body}\r\n`;

/** Messages whose charset is declared wrongly or not at all, and messages in messages. */
export const mailRepairSamples: readonly Sample[] = [
  sample('ascii that is UTF-8', 'Content-Type: text/plain; charset=us-ascii', Buffer.from(BODY), BODY),
  sample(
    'ascii that is Western',
    'Content-Type: text/plain; charset=US-ASCII\r\nContent-Transfer-Encoding: 8bit',
    iconv.encode(BODY, 'latin1'),
    BODY,
  ),
  sample(
    'UTF-8 that is Western',
    'Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable',
    Buffer.from(toQuotedPrintable(BODY, 'latin1')),
    BODY,
  ),
  sample(
    'no charset in quoted-printable',
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable',
    Buffer.from(toQuotedPrintable(BODY, 'latin1')),
    BODY,
  ),
  sample(
    'no charset in base64',
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    Buffer.from(iconv.encode(BODY, 'latin1').toString('base64')),
    BODY,
  ),
  sample(
    'bytes in an encoded word',
    'Subject: =?iso-8859-1?Q?Die_Gr\xf6\xdfe_der_R=E4ume?=\r\nContent-Type: text/plain',
    Buffer.from('See below.'),
    'Die Größe der Räume See below.',
  ),
  sample(
    'saved in UTF-16',
    'Subject: Rooms\r\nContent-Type: multipart/mixed; boundary=b',
    Buffer.from(`${part('text/plain; charset=utf-8', '', BODY)}--b--\r\n`),
    `Rooms ${BODY}`,
    'utf-16le',
  ),
  sample(
    'date with its zone',
    'Date: Tue, 03 Mar 2026 17:45:00 +0900\r\nSubject: Late call',
    Buffer.from('See below.'),
    'Tue, 03 Mar 2026 17:45:00 +0900 Late call See below.',
  ),
  sample(
    'messages that are attached as files',
    'Subject: Forwarded\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
    Buffer.from(
      part('text/plain', '', 'Both are attached.') +
        part(
          'message/global',
          'Content-Transfer-Encoding: base64\r\n',
          Buffer.from('Subject: Räume\r\n\r\nZwei Säle sind frei.').toString('base64'),
        ) +
        part(
          'application/octet-stream; name="offer.eml"',
          'Content-Disposition: attachment; filename="offer.eml"\r\nContent-Transfer-Encoding: base64\r\n',
          Buffer.from('Subject: Offer\r\n\r\nThe hall costs 400 a day.').toString('base64'),
        ) +
        '--b--\r\n',
    ),
    'Forwarded Both are attached. Räume Zwei Säle sind frei. Offer The hall costs 400 a day.',
  ),
  {
    name: 'signed.msg',
    make: () =>
      makeMsg({
        from: { name: 'Ada Moreau', address: 'ada@northwind.example' },
        to: [{ name: 'Ben Okafor', address: 'ben@northwind.example' }],
        subject: 'Signed offer',
        signed: `MIME-Version: 1.0\r\nContent-Type: multipart/signed; boundary=b\r\n\r\n${part(
          'multipart/mixed; boundary=c',
          '',
          `--c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe hall is yours.\r\n--c\r\nContent-Type: text/csv; name="prices.csv"\r\nContent-Disposition: attachment; filename="prices.csv"\r\n\r\nHall,400\r\n--c--`,
        )}${part('application/pkcs7-signature; name="smime.p7s"', '', 'c2lnbmVk')}--b--\r\n`,
      }),
    text: `${ADDRESSES} Signed offer prices csv The hall is yours. Hall 400`,
  },
];
