import { getChats } from '#contract/chats/chat.ts';
import { getWorkspace, saveWorkspace } from '#contract/workspace.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { askAndWait, attach, hideWorkspace, openWorkspace, openWorkspaceTab } from './actions.ts';
import type { Scene } from './scenes.ts';

const documents = {
  'Travel rules.docx': () =>
    makeDocx(
      [
        { heading: 'Trains', paragraphs: ['Journeys under four hours are made by train.'] },
        {
          heading: 'Hotels',
          level: 2,
          bullets: ['Up to 140 euros a night in capitals', 'Up to 110 euros elsewhere'],
        },
        {
          heading: 'Meals',
          level: 2,
          table: [
            ['City', 'Euros'],
            ['Oslo', '60'],
            ['Lisbon', '45'],
          ],
        },
      ],
      { header: 'Northwind travel rules' },
    ),
  'Office move.pptx': () =>
    makePptx([
      { title: 'Office move', bullets: ['Boxes are ordered', 'Labels are in the cupboard'] },
      {
        title: 'Costs',
        table: [
          ['Item', 'Euros'],
          ['Boxes', '300'],
          ['Lift', '120'],
        ],
      },
      { title: 'Dates', bullets: ['The lift is booked from 7 to 11'] },
    ]),
  'Budget.xlsx': () =>
    makeWorkbook([
      {
        name: 'Budget',
        rows: [
          ['Department', 'Million', 'Note'],
          ['Marketing', 0.9, 'Approved in March'],
          ['Research', 0.255, 'Waits for the board'],
          ['Facilities', 1.2, ''],
        ],
      },
    ]),
};

async function sendDocuments(visit: Visit): Promise<void> {
  for (const [name, make] of Object.entries(documents))
    await attach(visit, name, 'application/octet-stream', await make());
  await visit.tab.getByText('Ready', { exact: true }).nth(2).waitFor();
  await askAndWait(visit);
}

/** Opens a file of the question in the viewer and searches in it. */
async function search(visit: Visit, name: keyof typeof documents, term: string): Promise<void> {
  // Closes the viewer of the previous file.
  await hideWorkspace(visit);
  await visit.questions.last().getByRole('button', { name }).click();
  await visit.tab.getByRole('button', { name: 'Find in this file' }).click();
  await visit.tab.getByRole('searchbox', { name: 'Find in this file' }).fill(term);
  await visit.tab.getByText(/^1 of \d+$/).waitFor();
}

const openNotes = async (visit: Visit): Promise<void> => {
  await openWorkspace(visit);
  await openWorkspaceTab(visit, 'Notes');
  await visit.tab.getByRole('textbox', { name: 'Notes of this chat' }).click();
};

const waitUntilSaved = (visit: Visit) => visit.tab.getByRole('tabpanel').getByText('Saved', { exact: true }).waitFor();

/** Viewer and notes beside a conversation. */
export const workspaceScenes: Record<string, Scene> = {
  word: {
    act: async (visit) => {
      await sendDocuments(visit);
      await search(visit, 'Travel rules.docx', 'euros');
    },
  },
  slides: { after: 'word', act: (visit) => search(visit, 'Office move.pptx', 'lift') },
  table: { after: 'slides', act: (visit) => search(visit, 'Budget.xlsx', 'march') },
  notes: {
    act: async (visit) => {
      await askAndWait(visit);
      await openNotes(visit);
      const { page, tab } = visit;
      await tab.getByRole('button', { name: 'Heading 2' }).click();
      await page.keyboard.type('Moving the office');
      await page.keyboard.press('Enter');
      await tab.getByRole('button', { name: 'Bulleted list' }).click();
      await page.keyboard.type('Ask the movers for a ');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('second offer');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Book the lift');
    },
  },
  notesConflict: {
    after: 'notes',
    act: async (visit, app) => {
      await waitUntilSaved(visit);
      const ada = app.as('ada');
      const { chats } = await ada.call(getChats, { limit: 1 });
      const stored = await ada.call(getWorkspace, { workspace_id: chats[0]?.ConversationId ?? '' });
      const content = { ...stored.content, notes: `${stored.content.notes} Book the **lift** from 7 to 11.` };
      await ada.call(saveWorkspace, { ...stored, content });
      await visit.page.keyboard.insertText(' Ask for a second offer.');
      await visit.tab.getByText('Your notes were changed on another device').waitFor();
    },
    leave: (visit) => visit.tab.getByRole('button', { name: 'Keep the other' }).click(),
  },
};
