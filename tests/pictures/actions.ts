import type { Visit } from '#tests/harness/browser/visit.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

/** Actions that several scenes share. */

export const QUESTION = 'How much is paid for a night in a hotel in capital cities?';

export const makeHandbook = () =>
  makePdf([
    ['Northwind travel handbook', 'Who to ask when this handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
  ]);

/** Thoughts of a model, longer than the space for them, with right-to-left text and a long word. */
export const THOUGHTS = [
  'The person asks how to move the office. That needs a plan: who packs, when the lift is free, what it costs.',
  'Page 2 says that the archive goes first. Is that still so? The note of May is newer, and it says the same.',
  'الأرشيف أولاً ثم المكاتب.',
  `The address of the plan is https://northwind.example/${'rooms/'.repeat(20)}plan.`,
  ...Array.from({ length: 12 }, (_, index) => `${index + 1}. Room ${index + 101}: two desks, one cabinet, no plants.`),
  'I answer with a table, the formula and the two open questions.',
].join('\n\n');

/** An answer with all Markdown elements and right-to-left text. */
export const RICH_MARKDOWN = `# Moving the office

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

- [x] Book the lift
- [ ] Order boxes

שלום, זו תשובה קצרה בעברית עם מספר 42.

1. First
2. Second
`;

/** An answer with highlighted code, formulas, tags and a diagram. */
export const SPECIAL_MARKDOWN = `The cost grows with the rooms: \\(c = 120r + 80f\\). For many floors:

$$\\sum_{f=1}^{n} 80f = 40n(n+1)$$

Dear <Name>, at 20~25 °C water is H<sub>2</sub>O, a hall has 10<sup>2</sup> m<sup>2</sup>, $E = mc^2$ costs $5 or $6, and
**重要：**会議は三時です。 Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, <u>not</u> ~~Alt~~ <del>Shift</del>.

| Team | People |
| --- | --- |
| Archive | Ada<br>Ben<br>Cleo |

Kind regards
Ada Moreau
Head of Finance

\`\`\`python
def cost(rooms: int, floors: int) -> int:
    """Rooms are counted, floors are weighted."""
    return rooms * 120 + sum(80 * floor for floor in range(1, floors + 1))
\`\`\`

\`\`\`mermaid
graph LR
  Pack --> Label --> Move --> Unpack
\`\`\`
`;

export async function attach(visit: Visit, name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
  await visit.tab.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

export async function attachHandbook(visit: Visit): Promise<void> {
  await attach(visit, 'Travel handbook.pdf', 'application/pdf', await makeHandbook());
  await visit.tab.getByText('Ready', { exact: true }).waitFor();
}

export async function askWithFile(visit: Visit): Promise<void> {
  await attachHandbook(visit);
  await visit.ask(QUESTION);
  await visit.waitForAnswer();
}

export async function askAndWait(visit: Visit, text = 'write 60 words about the summer budget'): Promise<void> {
  await visit.ask(text);
  await visit.waitForAnswer();
}

/** Sends the files of the draft, so that the next chat starts without them. */
export const sendFiles = (visit: Visit): Promise<void> => askAndWait(visit, 'write 5 words about tea');

export const getSource = (visit: Visit) =>
  visit.answers
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first();

/** Below 680 px help and settings are in the person's menu. */
export async function openFromHeader(visit: Visit, name: 'Help' | 'Settings'): Promise<void> {
  const button = visit.tab.getByRole('banner').getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) await button.click();
  else {
    await openAccountMenu(visit);
    await visit.tab.getByRole('menuitem', { name, exact: true }).click();
  }
  await waitForDialog(visit, name);
}

export async function showHistory(visit: Visit): Promise<void> {
  const show = visit.tab.getByRole('button', { name: 'Show history' });
  await show.or(visit.history).first().waitFor();
  if ((await show.count()) > 0) await show.click();
  await visit.history.waitFor();
}

/** Opens a tab of the workspace. Tabs that do not fit are in a menu. */
export async function openWorkspaceTab(visit: Visit, name: string): Promise<void> {
  const tabs = visit.tab.getByRole('tablist', { name: 'Workspace' });
  const tab = tabs.getByRole('tab', { name });
  await tabs.waitFor();
  if (await tab.isVisible()) return tab.click();
  await visit.tab.getByRole('button', { name: 'More tabs' }).click();
  await visit.tab.getByRole('menuitem', { name }).click();
}

const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], .fui-PopoverSurface';
const MAX_POPUPS = 5;
const CLOSE_MS = 1_000;

export const countPopups = ({ tab }: Visit): Promise<number> => tab.locator(POPUPS).count();

/** Closes dialogs, menus and cards from the top until only `kept` are open. */
export async function closePopups({ tab, page }: Visit, kept = 0): Promise<void> {
  // Tooltips and cards that open on hover close when the pointer leaves.
  await page.mouse.move(0, 0);
  const popups = tab.locator(POPUPS);
  for (let press = 0; press < MAX_POPUPS; press += 1) {
    const count = await popups.count();
    if (count <= kept) return;
    await page.keyboard.press('Escape');
    // Escape can first close something inside the popup, such as a title's field; the popup then needs another Escape.
    await popups
      .nth(count - 1)
      .waitFor({ state: 'detached', timeout: CLOSE_MS })
      .catch(() => undefined);
  }
  throw new Error(`${await popups.count()} popups are still open.`);
}

/** Returns to an empty chat: closes what is open and starts a new chat. */
export async function startOver(visit: Visit): Promise<void> {
  const { tab, page } = visit;
  await closePopups(visit);
  const toasts = tab.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' });
  // A toast can close on its own before it is clicked.
  for (const toast of (await toasts.all()).toReversed()) await toast.click({ timeout: 500 }).catch(() => undefined);
  await hideWorkspace(visit);
  const chat = tab.getByRole('tab', { name: 'Chat', exact: true });
  if ((await chat.getAttribute('aria-selected')) !== 'true') await chat.click();
  await page.keyboard.press('Control+k');
  await tab.getByRole('list', { name: 'Sample prompts' }).waitFor();
}

export async function hideWorkspace({ tab }: Visit): Promise<void> {
  const hide = tab.getByRole('button', { name: 'Hide workspace' });
  if ((await hide.count()) === 0) return;
  await hide.click();
  await hide.waitFor({ state: 'detached' });
}

/** Waits for a dialog: its code is loaded when it is first opened. */
export async function waitForDialog(visit: Visit, name: string): Promise<void> {
  await visit.tab.getByRole('dialog', { name, exact: true }).waitFor();
}

export async function openAccountMenu(visit: Visit): Promise<void> {
  await visit.tab.getByRole('button', { name: /^Account of/ }).click();
  await visit.tab.getByRole('menuitem', { name: 'About AVA' }).waitFor();
}

export async function openModelMenu(visit: Visit): Promise<void> {
  await visit.tab.getByRole('button', { name: /^AI model/ }).click();
  await visit.tab.getByRole('menuitem', { name: /^Response style/ }).waitFor();
}

export async function openWorkspace(visit: Visit): Promise<void> {
  await visit.tab.getByRole('button', { name: 'Show workspace' }).click();
  await visit.tab.getByRole('tabpanel').waitFor();
}

export async function searchChats(visit: Visit, term: string): Promise<void> {
  await visit.tab.getByRole('searchbox', { name: 'Search chats' }).fill(term);
}

/** Opens the menu of the first chat in the history, and chooses an item. */
export async function openChatMenu(visit: Visit, item: string | null): Promise<void> {
  await visit.tab
    .getByRole('button', { name: /^More options for (?!folder )/ })
    .first()
    .click();
  await visit.tab.getByRole('menuitem', { name: item ?? 'Rename' }).waitFor();
  if (item) await visit.tab.getByRole('menuitem', { name: item }).click();
}

/** Opens the editor of the last question and writes a text. */
export async function editQuestion(visit: Visit, text: string): Promise<void> {
  await visit.questions.last().hover();
  await visit.tab.getByRole('button', { name: 'Edit question' }).last().click();
  await visit.tab.getByRole('textbox', { name: 'Your edited question' }).fill(text);
}
