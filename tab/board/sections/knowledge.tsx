import { useState } from 'react';
import { ProgressList } from '#tab/features/knowledge/corpus/ProgressList.tsx';
import { fileProgress, type ProgressStatus } from '#tab/features/knowledge/corpus/fileProgress.state.ts';
import { searches, type SiteSelection } from '#tab/features/knowledge/siteSelection.state.ts';
import { CardSkeletons, SiteCards } from '#tab/features/knowledge/sites/SiteCards.tsx';
import SelectedSiteBar from '#tab/features/knowledge/sites/SelectedSiteBar.tsx';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { drawStates, type Drawing } from '#board/example.ts';
import { openSampleChat, sampleEntry, sampleSite } from '#board/samples.ts';

const finance = sampleSite('Finance');
const help = sampleSite('AVA Help', {
  isHelp: true,
  CorpusDescription: '',
  can: { edit: false, removeAnyFile: false },
});

const stages: Record<ProgressStatus, { stage: string; progress: number; reason: string }> = {
  waiting: { stage: 'Waiting', progress: 0, reason: '' },
  uploading: { stage: 'Uploading', progress: 8, reason: '' },
  embedding: { stage: 'Embedding', progress: 60, reason: '' },
  deleting: { stage: 'Deleting', progress: 50, reason: '' },
  complete: { stage: 'Complete', progress: 100, reason: '' },
  error: { stage: 'The file is locked with a password.', progress: 15, reason: 'The file is locked with a password.' },
};

function AllProgress() {
  const [siteId] = useState(() => {
    fileProgress['board'] = {
      items: Object.entries(stages).map(([status, rest]) => ({
        fileId: status,
        fileName: `${status} with a long name.pdf`,
        status: status as ProgressStatus,
        ...rest,
      })),
    };
    return 'board';
  });
  return <ProgressList siteId={siteId} />;
}

const selections: { [Name in SiteSelection['name']]: Extract<SiteSelection, { name: Name }> } = {
  reset: { name: 'reset' },
  loading: { name: 'loading', sites: [finance.SiteId] },
  loaded: { name: 'loaded', sites: [finance.SiteId] },
  failed: { name: 'failed', sites: [finance.SiteId], detail: 'Inaccessible site' },
};

function Selected({ selection }: { selection: SiteSelection }) {
  useState(() => {
    const chatId = openSampleChat(sampleEntry());
    Object.assign(sites, { accessible: [help, finance], inaccessible: [], preparing: [], list: { name: 'ready' } });
    searches[chatId] = { selection, files: [] };
    chats.openId = chatId;
    return chatId;
  });
  return <SelectedSiteBar />;
}

/** Sites and the files of their corpora. */
export const knowledgeDrawings: Drawing[] = [
  {
    component: 'SiteCards',
    examples: [
      { state: 'none chosen', draw: () => <SiteCards chatId="board" sites={[help, finance]} chosen={null} /> },
      { state: 'chosen', draw: () => <SiteCards chatId="board" sites={[help, finance]} chosen={[finance.SiteId]} /> },
      { state: 'loading', draw: () => <CardSkeletons /> },
      {
        state: 'many: with search',
        draw: () => (
          <SiteCards
            chatId="board"
            sites={Array.from({ length: 10 }, (_, n) => sampleSite(`Site ${n + 1}`))}
            chosen={null}
          />
        ),
      },
    ],
  },
  { ...drawStates('SelectedSiteBar', selections, (selection) => <Selected selection={selection} />), framePx: 90 },
  { component: 'ProgressList', examples: [{ state: Object.keys(stages).join(', '), draw: () => <AllProgress /> }] },
];
