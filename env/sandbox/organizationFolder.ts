import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getBytes } from './documents/documentContent.ts';
import { pdf } from './sites/siteDefinition.ts';

export const HANDBOOK_NAME = 'Northwind Handbook.pdf';

/** The file that a sample prompt attaches: short enough to check an answer by eye, with rules that have exceptions. */
const handbook = pdf(
  [
    [
      'Annual leave',
      'Full-time staff have 28 days of annual leave each year. Part-time staff have a share that follows their hours.',
      'Up to five unused days can be carried over until 31 March. However, they are lost after that date.',
      'Leave of more than two weeks is approved by the head of department at least six weeks ahead.',
    ],
    [
      'Travel',
      'A night in a hotel is refunded up to 140 crowns, in capital cities up to 190 crowns. Breakfast is included; the minibar is never refunded.',
      'Trains are booked in second class, except for journeys of more than four hours.',
      'Receipts are handed in within 30 days of the journey. The refund is paid with the next salary.',
    ],
    [
      'Remote work',
      'Everyone can work from home up to three days a week. Core hours are from 10:00 to 15:00, Monday to Thursday.',
      'Working from abroad is limited to 20 days a year, because tax law treats longer stays differently.',
    ],
    [
      'Equipment',
      'New staff receive a laptop, a headset and a security key on their first day.',
      'A lost device is reported to Dev Raman at once, on extension 4477. Only he can lock it from a distance.',
      'A laptop is replaced after four years.',
    ],
    [
      'Sick leave',
      'Whoever falls ill tells their manager before 9:30 on the first day.',
      "A doctor's certificate is needed from the fourth day. Sick pay is the full salary for 13 weeks.",
    ],
  ],
  { header: 'Northwind Studio', footer: 'Northwind Handbook, edition 2026, page' },
);

/**
 * Writes the sandbox's organization.json and the file of its sample prompts into a folder. Returns the path for
 * ORGANIZATION_FILE.
 * @param features Feature toggles that differ from those of the sandbox.
 */
export async function writeOrganizationFolder(folder: string, features: Record<string, boolean> = {}): Promise<string> {
  const source = await readFile(new URL('organization.json', import.meta.url), 'utf8');
  const organization = JSON.parse(source) as { features: object };
  const path = join(folder, 'organization.json');
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ ...organization, features: { ...organization.features, ...features } }));
  await writeFile(join(folder, HANDBOOK_NAME), await getBytes(handbook));
  return path;
}
