import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CandidateFile, EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { fileProgress } from '#tab/features/knowledge/corpus/fileProgress.state.ts';
import { embeddedFiles } from '#tab/features/knowledge/corpus/embeddedFiles.state.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { closeDialog } from '#tab/shell/dialogs.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory } from './chatStory.ts';

/** Site ids in the server's format. */
export const siteIds = { finance: 'f'.repeat(32), help: 'a'.repeat(32), design: 'd'.repeat(32) };

/** Signs Ada in to an empty Knowledge Search. */
export function beginKnowledgeStory(): void {
  beginStory();
  toasts.entries = [];
  closeDialog();
  const requests = { mine: [], received: [] };
  Object.assign(sites, { list: { name: 'idle' }, accessible: [], inaccessible: [], requests, preparing: [] });
  for (const state of [searches, fileProgress, embeddedFiles]) for (const key of Object.keys(state)) delete state[key];
}

export function sampleSite(changes: Partial<Site> = {}): Site {
  return {
    SiteId: siteIds.finance,
    SiteName: 'Finance',
    SiteLink: 'https://northwind.example/sites/finance',
    CorpusDescription: 'Budgets and travel rules.',
    CorpusPrompt: 'Answer briefly.',
    CorpusConfig: { document_library_name: 'Documents', document_library_id: 'lib-1', list_name: '', list_id: '' },
    CreatorEmail: 'ada@northwind.example',
    isHelp: false,
    can: { edit: false, removeAnyFile: false },
    ...changes,
  };
}

/** Sets the sites that the person can access, as loaded; there are no inaccessible ones. */
export function setSites(...accessible: Site[]): void {
  Object.assign(sites, { list: { name: 'ready' }, accessible, inaccessible: [], preparing: [] });
}

export function sampleCandidate(changes: Partial<CandidateFile> = {}): CandidateFile {
  return {
    id: '01BUDGET',
    name: 'Budget 2027.pdf',
    size: 90_000,
    etag: '"1"',
    webUrl: 'https://northwind.example/budget.pdf',
    folder: 'Planning',
    modifiedOn: '2026-10-01T10:00:00.000Z',
    owner: 'Ada Moreau',
    embedded: false,
    ...changes,
  };
}

export function sampleEmbedded(changes: Partial<EmbeddedFile> = {}): EmbeddedFile {
  return {
    DataSourceId: '01BUDGET',
    DataSourceName: 'Budget 2027.pdf',
    DataSourceType: 'PDF',
    DataSourceLink: '',
    DataSourceDescription: '',
    SiteId: siteIds.finance,
    SiteName: 'Finance',
    SiteLink: '',
    CreatorEmail: 'ada@northwind.example',
    CreatorName: 'Ada Moreau',
    modifiedOn: '2026-10-01T10:00:00.000Z',
    state: 'ready',
    unread: [],
    citations: null,
    can: { remove: true },
    ...changes,
  };
}

export function show(part: ReactNode) {
  return render(<FluentProvider theme={webLightTheme}>{part}</FluentProvider>);
}

export const getToastTexts = (): string[] => toasts.entries.map(({ text }) => text);

/** Clicks an element by its name and waits until React has updated. */
export async function press(name: string | RegExp, role = 'button'): Promise<void> {
  const button = screen.getByRole(role, { name });
  await act(async () => void fireEvent.click(button));
}
