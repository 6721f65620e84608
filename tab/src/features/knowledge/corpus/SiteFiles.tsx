import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import type { SelectedFile } from './addFiles.actions.ts';
import { fileProgress } from './fileProgress.state.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';
import { FileSearch } from './FileSearch.tsx';
import { FileTable, type FileRow } from './FileTable.tsx';
import { useCandidateFiles, type CandidatePage } from './useCandidateFiles.ts';

const texts = knowledgeTexts.corpus;

interface SiteFilesProps {
  siteId: string;
  chosen: ReadonlyMap<string, SelectedFile>;
  disabled: boolean;
  onChoose: (files: readonly SelectedFile[], chosen: boolean) => void;
}

/** Files of the site's library that are not in the corpus yet. */
export function SiteFiles({ siteId, chosen, disabled, onChoose }: SiteFilesProps) {
  const styles = useCorpusStyles();
  const [search, setSearch] = useState('');
  const { candidates, reload, more } = useCandidateFiles(siteId, search);
  return (
    <>
      <FileSearch value={search} onChange={setSearch} onReload={reload} />
      <div className={styles.frame} tabIndex={-1}>
        {candidates.name === 'loading' && <TextSkeleton label={texts.reload} lines={6} />}
        {candidates.name === 'failed' && (
          <div className={styles.centered}>
            <ErrorMessage text={candidates.detail} retry={{ label: knowledgeTexts.retry, action: reload }} />
          </div>
        )}
        {candidates.name === 'ready' && (
          <CandidateTable
            siteId={siteId}
            page={candidates.page}
            searching={search.trim() !== ''}
            chosen={chosen}
            disabled={disabled}
            onChoose={onChoose}
          />
        )}
      </div>
      {candidates.name === 'ready' && <CrawlStatus page={candidates.page} onMore={more} />}
    </>
  );
}

interface CandidateTableProps extends SiteFilesProps {
  page: CandidatePage;
  searching: boolean;
}

function CandidateTable({ siteId, page, searching, chosen, disabled, onChoose }: CandidateTableProps) {
  const items = useSnapshot(fileProgress)[siteId]?.items ?? [];
  const joined = new Set(items.filter((item) => item.status !== 'error').map((item) => item.fileId));
  const files = page.files.filter((file) => !joined.has(file.id));
  if (files.length === 0 && page.crawl.state === 'running') return <TextSkeleton label={texts.reload} lines={6} />;
  if (files.length === 0) return <EmptyState title={searching ? texts.nothingFound : texts.noCandidates} />;
  return (
    <FileTable
      rows={files.map(toRow)}
      chosen={new Set(chosen.keys())}
      disabled={disabled}
      onChoose={(ids, yes) => {
        const selectedIds = new Set(ids);
        const these = files.filter((file) => selectedIds.has(file.id));
        onChoose(
          these.map((file) => ({ from: 'site', file })),
          yes,
        );
      }}
    />
  );
}

function CrawlStatus({ page, onMore }: { page: CandidatePage; onMore: () => void }) {
  const styles = useCorpusStyles();
  const { crawl, files, total } = page;
  const hidden = total > files.length;
  if (crawl.state === 'complete' && crawl.error === null && !hidden) return null;
  return (
    <div className={styles.foot} role="status">
      {crawl.state === 'running' && <span>{texts.crawling(crawl.files)}</span>}
      {crawl.error !== null && <span>{crawl.error}</span>}
      {crawl.state === 'failed' && crawl.error === null && <span>{texts.crawlFailed}</span>}
      {hidden && <span>{texts.shown(files.length, total)}</span>}
      {hidden && (
        <Button size="small" appearance="subtle" onClick={onMore}>
          {texts.more}
        </Button>
      )}
    </div>
  );
}

function toRow({ id, name, modifiedOn, owner }: CandidateFile): FileRow {
  return { id, name, modifiedOn, owner };
}
