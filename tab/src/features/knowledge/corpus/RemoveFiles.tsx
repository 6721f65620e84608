import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import { describeUnread, type UnreadContent } from '#contract/files/unread.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { filterByName, isUploading } from './corpusFiles.rules.ts';
import { fileProgress } from './fileProgress.state.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';
import { loadEmbeddedFiles } from './embeddedFiles.actions.ts';
import { embeddedFiles } from './embeddedFiles.state.ts';
import { FileSearch } from './FileSearch.tsx';
import { FileTable, type FileRow } from './FileTable.tsx';
import { ProgressList } from './ProgressList.tsx';
import { removeFilesFromCorpus } from './removeFiles.actions.ts';
import { RemoveConfirmation } from './RemoveConfirmation.tsx';

const texts = knowledgeTexts.corpus;

/** Files that the person can remove from a corpus: their own, or all of them for an owner of the site. */
export function RemoveFiles({ siteId }: { siteId: string }) {
  const styles = useCorpusStyles();
  const list = useSnapshot(embeddedFiles)[siteId];
  const uploading = isUploading(useSnapshot(fileProgress)[siteId]?.items ?? []);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  useEffect(() => void loadEmbeddedFiles(siteId), [siteId]);

  const removable = list?.name === 'ready' ? list.files.filter((file) => file.can.remove) : [];
  const rows = filterByName(removable.map(toRow), search);
  const files = removable.filter((file) => chosen.has(file.DataSourceId));
  const choose = (ids: readonly string[], yes: boolean) =>
    setChosen((before) => {
      const remaining = [...before].filter((id) => !ids.includes(id));
      return new Set(yes ? [...remaining, ...ids] : remaining);
    });
  const remove = () => {
    setConfirming(false);
    setChosen(new Set());
    void removeFilesFromCorpus(siteId, files);
  };

  return (
    <div className={styles.manager}>
      <FileSearch value={search} onChange={setSearch} onReload={() => void loadEmbeddedFiles(siteId)} />
      <div className={styles.frame}>
        {(!list || list.name === 'loading') && <TextSkeleton label={texts.reload} lines={6} />}
        {list?.name === 'failed' && (
          <div className={styles.centered}>
            <ErrorMessage
              text={list.detail}
              retry={{ label: knowledgeTexts.retry, action: () => void loadEmbeddedFiles(siteId) }}
            />
          </div>
        )}
        {list?.name === 'ready' && rows.length === 0 && (
          <EmptyState title={removable.length === 0 ? texts.noEmbedded : texts.nothingFound} />
        )}
        {rows.length > 0 && <FileTable rows={rows} chosen={chosen} disabled={uploading} onChoose={choose} />}
      </div>
      <div className={styles.foot}>
        <span role="status" className={styles.grow}>
          {files.length > 0 ? texts.selected(files.length) : knowledgeTexts.syncNote}
        </span>
        <Button appearance="primary" disabled={files.length === 0 || uploading} onClick={() => setConfirming(true)}>
          {texts.removeFiles}
        </Button>
      </div>
      <ProgressList siteId={siteId} />
      {confirming && (
        <RemoveConfirmation
          names={files.map((file) => file.DataSourceName)}
          onCancel={() => setConfirming(false)}
          onConfirm={remove}
        />
      )}
    </div>
  );
}

function toRow(file: ReadonlyFile): FileRow {
  const { DataSourceId: id, DataSourceName: name, modifiedOn, CreatorName: owner, state } = file;
  const row = { id, name, modifiedOn, owner };
  const unread = describeUnread(file.unread ?? []);
  if (state === 'ready') return { ...row, ...(unread && { note: unread }) };
  const note = [texts.states[state], file.DataSourceDescription].filter(Boolean).join(': ');
  return { ...row, note: state === 'failed' ? note : texts.states[state], failed: state === 'failed' };
}

type ReadonlyFile = Readonly<Omit<EmbeddedFile, 'can' | 'unread'>> & { unread?: readonly UnreadContent[] | undefined };
