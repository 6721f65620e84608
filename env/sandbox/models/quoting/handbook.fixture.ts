import type { Passage } from './passages.ts';

/** A staff handbook as extracted from a PDF: wrapped lines, a hyphenated word, headings without markup. */
const pages = [
  `Northwind Studio
Staff handbook

Annual leave
Full-time staff are entitled to 28 days of annual leave each calendar year. Part-time
staff receive a share in proportion to their hours, e.g. 14 days for half a week. Up
to 5 unused days may be carried over until 31 March of the following year. Leave
longer than two weeks must be approved by the head of department at least six weeks
in advance.`,
  `Sick leave
If you fall ill, tell your line manager before 9:30 a.m. on the first day. A doctor's
certificate is needed from the fourth day of absence. Sick pay is paid in full for 13
weeks because the studio insures it with Aldermoor Mutual.`,
  `Travel and expenses
Receipts are handed in within 30 days of the journey. The reim-
bursement is paid with the next salary. Hotels may cost up to 140 euros a night; in
London and Zurich the limit is 190 euros. Journeys over 2,000 euros are approved by
Ada Moreau, who leads Finance. First class is not reimbursed.`,
  `Remote work
Everyone may work from home up to three days a week. Core hours are from 10 a.m. to 3
p.m., Monday to Thursday. Working from abroad is limited to 20 days a year, since tax
law treats longer stays differently. New starters receive:
- a laptop with a docking station
- a headset
- a security key`,
  `Security
A security key is a small device that proves who you are when you sign in. Passwords
are never shared, not even with the service desk. Report a lost device to Dev Raman
at once: call extension 4477. Visitors sign in at the front desk on the ground floor
and are met by their host. The building was opened in 2011 by the mayor.`,
];

export const handbook: Passage[] = pages.map((text, index) => ({
  n: index + 1,
  source: 'Handbook.pdf',
  place: `page ${index + 1}`,
  text,
}));

const letter = `Die Kündigungsfrist beträgt drei Monate zum Ende eines Quartals. Der Jahresurlaub umfasst 30 Arbeitstage.
Der Mietzins ist am 3. Oktober fällig. Frau Dr. Brandt leitet die Abteilung seit 2019.`;

export const contract: Passage[] = [{ n: 7, source: 'Vertrag.docx', place: '', text: letter }];
