import {
  Button,
  Caption1,
  Checkbox,
  Link,
  makeStyles,
  mergeClasses,
  SearchBox,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import { describeUnread, isPartlyRead } from '#contract/files/unread.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { filterByName } from '#tab/features/knowledge/corpus/corpusFiles.rules.ts';
import { loadEmbeddedFiles } from '#tab/features/knowledge/corpus/embeddedFiles.actions.ts';
import { embeddedFiles } from '#tab/features/knowledge/corpus/embeddedFiles.state.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { selectFiles } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches, getSelectedSiteId } from '#tab/features/knowledge/siteSelection.state.ts';
import { openInViewer } from './viewer/viewer.actions.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  search: { maxWidth: 'none' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
  },
  grow: { flex: '1 1 0', minWidth: 0 },
  list: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    paddingInline: `${tokens.spacingHorizontalXS} ${tokens.spacingHorizontalM}`,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 32px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover, color: tokens.colorNeutralForeground1Hover },
    // On hover, the high-contrast theme allows only one readable text color.
    ':hover button, :hover span': { color: 'inherit' },
    '@media (max-width: 679px)': { minHeight: '44px' },
  },
  // Touch target on a phone.
  box: {
    '@media (max-width: 679px)': {
      minWidth: '44px',
      minHeight: '44px',
      alignItems: 'center',
      '& input': { width: '100%' },
    },
  },
  icon: { marginInlineEnd: tokens.spacingHorizontalS },
  name: { minWidth: 0, flex: '1 1 0', textAlign: 'start' },
  state: { color: tokens.colorNeutralForeground3, flexShrink: 0, marginInlineStart: tokens.spacingHorizontalS },
  bad: { color: tokens.colorStatusDangerForeground3 },
  padded: { padding: tokens.spacingHorizontalM },
});

/** The files of the selected site; selected files limit the search. */
export function EmbeddedFilesTab({ empty }: { empty: ReactNode }) {
  const { openId } = useSnapshot(chats);
  const siteId = getSelectedSiteId(useSnapshot(searches)[openId ?? '']);
  return openId === null || siteId === null ? empty : <SiteFileList key={siteId} chatId={openId} siteId={siteId} />;
}

function SiteFileList({ chatId, siteId }: { chatId: string; siteId: string }) {
  const styles = useStyles();
  const list = useSnapshot(embeddedFiles)[siteId];
  const chosen = useSnapshot(searches)[chatId]?.files ?? [];
  const [typed, setTyped] = useState('');
  useEffect(() => void loadEmbeddedFiles(siteId), [siteId]);
  if (!list || list.name === 'loading') return <TextSkeleton label={texts.workspace.embeddedLabel} lines={8} />;
  if (list.name === 'failed') {
    return (
      <div className={styles.padded} role="alert">
        <ErrorMessage
          text={list.detail}
          retry={{ label: texts.shell.retry, action: () => void loadEmbeddedFiles(siteId) }}
        />
      </div>
    );
  }
  const manage = (
    <Button size="small" onClick={() => openDialog({ name: 'corpusFiles', siteId })}>
      {knowledgeTexts.manageFiles}
    </Button>
  );
  if (list.files.length === 0) {
    const { title, line } = texts.workspace.empty['Embedded Files'];
    return <EmptyState title={title} line={line} action={manage} />;
  }
  const rows = filterByName(
    list.files.map((file) => ({ name: file.DataSourceName, file })),
    typed,
  );
  const toggle = (id: string, yes: boolean) =>
    selectFiles(chatId, yes ? [...chosen, id] : chosen.filter((selected) => selected !== id));
  return (
    <>
      <div className={styles.head}>
        <SearchBox
          className={styles.search}
          value={typed}
          placeholder={knowledgeTexts.corpus.search}
          aria-label={knowledgeTexts.corpus.search}
          onChange={(_, { value }) => setTyped(value)}
        />
        <div className={styles.line}>
          <Caption1 role="status" className={styles.grow}>
            {chosen.length > 0 ? texts.workspace.searchesOnly(chosen.length) : texts.workspace.tickToSearch}
          </Caption1>
          {manage}
        </div>
      </div>
      {rows.length === 0 && <EmptyState title={knowledgeTexts.corpus.nothingFound} />}
      <ul className={styles.list} aria-label={texts.workspace.embeddedLabel}>
        {rows.map(({ file }) => (
          <Row
            key={file.DataSourceId}
            file={file as EmbeddedFile}
            chosen={chosen.includes(file.DataSourceId)}
            onChoose={(yes) => toggle(file.DataSourceId, yes)}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  file: EmbeddedFile;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

function Row({ file, chosen, onChoose }: RowProps) {
  const styles = useStyles();
  const { DataSourceId, DataSourceName, DataSourceType, DataSourceDescription, SiteId, state, unread = [] } = file;
  const ready = state === 'ready';
  const open = () =>
    void openInViewer({ fileId: DataSourceId, fileName: DataSourceName, fileType: DataSourceType, site: SiteId });
  return (
    <li className={styles.row}>
      <Checkbox
        className={styles.box}
        aria-label={texts.workspace.searchIn(DataSourceName)}
        checked={chosen}
        disabled={!ready}
        onChange={(_, { checked }) => onChoose(checked === true)}
      />
      <FileIcon fileType={DataSourceType} className={styles.icon} />
      <Link as="button" appearance="subtle" className={styles.name} onClick={open}>
        <FileName name={DataSourceName} />
      </Link>
      {(!ready || isPartlyRead(unread)) && (
        <Caption1
          className={mergeClasses(styles.state, state === 'failed' && styles.bad)}
          title={(ready ? describeUnread(unread) : DataSourceDescription) || undefined}
        >
          {ready ? knowledgeTexts.corpus.partlyRead : knowledgeTexts.corpus.states[state]}
        </Caption1>
      )}
    </li>
  );
}
