import { useState } from 'react';
import { DraftFileChip } from '#tab/features/files/chips/DraftFileChip.tsx';
import { MessageFileChip } from '#tab/features/files/chips/MessageFileChip.tsx';
import { RemovedFileChip } from '#tab/features/files/chips/RemovedFileChip.tsx';
import { NotesConflict } from '#tab/features/workspace/notes/NotesConflict.tsx';
import { PassageCard } from '#tab/features/workspace/PassageCard.tsx';
import type { FileProgress } from '#tab/features/files/files.state.ts';
import { lookedUpFiles } from '#tab/features/files/lookedUp.ts';
import { sampleCitation } from '#tab/testing/samples.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';
import { fileStates, sampleChatFile, sampleMessageFile } from '#board/samples.ts';

function OneFile({ progress, name }: { progress: FileProgress; name?: string }) {
  const [file] = useState(() => sampleChatFile(progress, name));
  return <DraftFileChip chatId="board" file={file} onRemove={ignore} />;
}

const long: FileProgress = {
  state: 'ready',
  content: { kind: 'text', fileId: 'long', tokens: 350_000, bytes: 900_000 },
};
lookedUpFiles['board'] = ['long'];

const partlyRead: FileProgress = {
  state: 'ready',
  content: {
    kind: 'text',
    fileId: 'file',
    tokens: 1_200,
    bytes: 4_800,
    isPartlyRead: true,
    warning: '3 charts were not read.',
  },
};
const passage = {
  ...sampleCitation(),
  text: 'Economy class is booked for flights under six hours. Exceptions need a note.',
  wasRead: true,
};
const fileResource = { siteId: 'northwind.example,1,2', itemId: '01ABC' };

/** Files in messages and in the workspace. */
export const fileDrawings: Drawing[] = [
  drawStates('DraftFileChip', fileStates, (progress) => <OneFile progress={progress} />),
  {
    component: 'DraftFileChip: long name',
    examples: [
      {
        state: 'ready',
        draw: () => <OneFile progress={fileStates.ready} name={`${'A report about everything '.repeat(5)}.pdf`} />,
      },
    ],
  },
  {
    component: 'DraftFileChip: partly read',
    examples: [{ state: 'ready', draw: () => <OneFile progress={partlyRead} name="Visits of clinics.docx" /> }],
  },
  {
    component: 'DraftFileChip: looked up',
    examples: [{ state: 'ready', draw: () => <OneFile progress={long} name="Annual report.pdf" /> }],
  },
  {
    component: 'MessageFileChip',
    examples: [
      { state: 'can be opened', draw: () => <MessageFileChip file={sampleMessageFile({ fileResource })} /> },
      {
        state: 'cannot be opened',
        draw: () => <MessageFileChip file={sampleMessageFile({ fileResource: { siteId: '', itemId: '' } })} />,
      },
    ],
  },
  {
    component: 'RemovedFileChip',
    examples: [
      {
        state: 'undo',
        draw: () => (
          <RemovedFileChip name="Travel policy.pdf" fileId="f" widthPx={240} onUndo={ignore} onForget={ignore} />
        ),
      },
    ],
  },
  {
    component: 'PassageCard',
    examples: [{ state: 'found', draw: () => <PassageCard passage={passage} rank={1} /> }],
  },
  {
    component: 'NotesConflict',
    examples: [
      { state: 'two versions', draw: () => <NotesConflict mine="- book the **hotel**" theirs="- book the train" /> },
      { state: 'one is empty', draw: () => <NotesConflict mine="" theirs="- book the train" /> },
    ],
  },
];
