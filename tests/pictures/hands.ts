import type { Visit } from '../harness/browser/visit.ts';
import { makePdf } from '../../env/sandbox/documents/pdf.ts';

/** What the pictures' people do again and again. */

export const QUESTION = 'How much is paid for a night in a hotel in capital cities?';

export const handbook = () =>
  makePdf([
    ['Northwind travel handbook', 'Who to ask when this handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
  ]);

/** An answer with everything that Markdown has, and words that run from right to left. */
export const RICH = `# Moving the office

A short plan with **dates**, a [list of movers](https://movers.example/list) and one formula: \`cost = rooms × 120\`.

| Step | Who | When | Notes |
| --- | --- | --- | --- |
| Pack the archive | Facilities | Monday | Labels are in the cupboard beside the lift, second shelf |
| Move the desks | Movers | Tuesday | Lift booked from 7 to 11 |

\`\`\`typescript
export function costOfTheMove(rooms: number, floors: number): number {
  return rooms * 120 + floors * 80; // The lift is booked by the hour, which is why the floors count and not the metres.
}
\`\`\`

> Whoever packs, labels.

- One
  - Nested
- Two

שלום, זו תשובה קצרה בעברית עם מספר 42.

1. First
2. Second
`;

export async function attach(here: Visit, name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
  await here.tab.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

export async function attachHandbook(here: Visit): Promise<void> {
  await attach(here, 'Travel handbook.pdf', 'application/pdf', await handbook());
  await here.tab.getByText('Processed Travel handbook.pdf successfully!').waitFor();
}

export async function askWithFile(here: Visit): Promise<void> {
  await attachHandbook(here);
  await here.ask(QUESTION);
  await here.answered();
}

export async function askShortly(here: Visit, text = 'write 60 words about the summer budget'): Promise<void> {
  await here.ask(text);
  await here.answered();
}

export const source = (here: Visit) =>
  here.answers
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first();

/** Below 680 px help and settings are in the person's menu. */
export async function openFromHeader(here: Visit, name: 'Help' | 'Settings'): Promise<void> {
  const button = here.tab.getByRole('banner').getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) return button.click();
  await here.tab.getByRole('button', { name: /^Account of/ }).click();
  await here.tab.getByRole('menuitem', { name, exact: true }).click();
}

export async function showHistory(here: Visit): Promise<void> {
  const show = here.tab.getByRole('button', { name: 'Show history' });
  if ((await show.count()) > 0) await show.click();
  await here.history.waitFor();
}

/** A place of the workspace; those without room are in a menu. */
export async function openPlace(here: Visit, name: string): Promise<void> {
  const tab = here.tab.getByRole('tab', { name });
  await here.tab.getByRole('tablist', { name: 'Workspace' }).waitFor();
  if (await tab.isVisible()) return tab.click();
  await here.tab.getByRole('button', { name: 'More tabs' }).click();
  await here.tab.getByRole('menuitem', { name }).click();
}

export async function chatMenu(here: Visit, item: string | null): Promise<void> {
  await askShortly(here);
  await showHistory(here);
  await here.tab
    .getByRole('button', { name: /^More options for/ })
    .first()
    .click();
  if (item) await here.tab.getByRole('menuitem', { name: item }).click();
}
