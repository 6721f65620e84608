import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
  Button,
  DialogActions,
  DialogContent,
  SearchBox,
  ToggleButton,
} from '@fluentui/react-components';
import { Fragment, useState } from 'react';
import { pinFirst } from './filterMeetings.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { PickerFailure } from './PickerFailure.tsx';
import { PickerRows } from './PickerRows.tsx';
import type { RemoteFile } from './remoteFile.ts';
import { useSourceStyles } from './SourcePicker.styles.ts';
import type { PickerPage, Place, SourceName } from './sources.state.ts';
import { sourceTexts } from './sources.texts.ts';
import { usePickerPage } from './usePickerPage.ts';

interface Props {
  /** The source that is shown first. */
  first: SourceName;
  sources: readonly SourceName[];
  /** Receives the chosen files. */
  onAdd: (files: RemoteFile[]) => void;
  onClose: () => void;
}

/** Finds files, messages and transcripts of Microsoft 365 and adds the chosen ones. */
export default function SourcePickerDialog({ first, sources, onAdd, onClose }: Props) {
  const styles = useSourceStyles();
  const [source, setSource] = useState(first);
  const [path, setPath] = useState<readonly Place[]>([]);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, RemoteFile>>(new Map());
  const { content, retry } = usePickerPage(source, path.at(-1) ?? null, search);

  const goTo = (next: readonly Place[]) => {
    setPath(next);
    setSearch('');
  };
  const choose = (id: string, file: RemoteFile, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(id, file);
    else next.delete(id);
    setChosen(next);
  };
  const add = () => {
    onAdd([...chosen.values()]);
    onClose();
  };

  return (
    <Modal title={sourceTexts.title} className={styles.dialog} onClose={onClose}>
      <DialogContent className={styles.content}>
        <div role="group" aria-label={sourceTexts.source} className={styles.sources}>
          {sources.map((name) => (
            <ToggleButton
              key={name}
              size="small"
              checked={name === source}
              onClick={() => {
                setSource(name);
                goTo([]);
              }}
            >
              {sourceTexts.names[name]}
            </ToggleButton>
          ))}
        </div>
        <SearchBox
          className={styles.search}
          value={search}
          maxLength={200}
          placeholder={sourceTexts.search[source]}
          aria-label={sourceTexts.search[source]}
          onChange={(_, { value }) => setSearch(value)}
        />
        {path.length > 0 && search === '' && <Path source={source} path={path} onPath={goTo} />}
        <div className={styles.frame} tabIndex={-1} aria-busy={content.name === 'loading'}>
          {content.name === 'loading' && <TextSkeleton label={sourceTexts.loading} lines={6} />}
          {content.name === 'failed' && <PickerFailure code={content.code} detail={content.detail} onRetry={retry} />}
          {content.name === 'ready' && content.page.rows.length === 0 && (
            <EmptyState title={getEmptyText(source, path, content.text)} />
          )}
          {content.name === 'ready' && content.page.rows.length > 0 && (
            <PickerRows
              label={sourceTexts.list(sourceTexts.names[source])}
              rows={arrange(source, content.page, chosen)}
              chosen={chosen}
              onOpen={(place) => goTo([...path, place])}
              onChoose={choose}
            />
          )}
          {content.name === 'ready' && content.page.note && <p className={styles.note}>{content.page.note}</p>}
        </div>
      </DialogContent>
      <DialogActions>
        <span role="status" className={styles.count}>
          {chosen.size > 0 && sourceTexts.selected(chosen.size)}
        </span>
        <Button onClick={onClose}>{sourceTexts.cancel}</Button>
        <Button appearance="primary" disabledFocusable={chosen.size === 0} onClick={add}>
          {sourceTexts.add}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function Path({
  source,
  path,
  onPath,
}: {
  source: SourceName;
  path: readonly Place[];
  onPath: (path: readonly Place[]) => void;
}) {
  const styles = useSourceStyles();
  return (
    <Breadcrumb size="small" aria-label={sourceTexts.path} className={styles.path}>
      <BreadcrumbItem>
        <BreadcrumbButton onClick={() => onPath([])}>{sourceTexts.names[source]}</BreadcrumbButton>
      </BreadcrumbItem>
      {path.map(({ name }, index) => (
        <Fragment key={index}>
          <BreadcrumbDivider />
          <BreadcrumbItem>
            <BreadcrumbButton current={index === path.length - 1} onClick={() => onPath(path.slice(0, index + 1))}>
              {name}
            </BreadcrumbButton>
          </BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  );
}

/** Checked meetings are pinned above the others. */
function arrange(source: SourceName, { rows }: PickerPage, chosen: ReadonlyMap<string, RemoteFile>) {
  return source === 'meetings' ? pinFirst(rows, new Set(chosen.keys())) : rows;
}

function getEmptyText(source: SourceName, path: readonly Place[], text: string): string {
  if (text !== '') return sourceTexts.nothingFound;
  const place = path.at(-1)?.at.kind;
  if (place === 'site') return sourceTexts.empty.libraries;
  return place === 'folder' ? sourceTexts.empty.drive : sourceTexts.empty[source];
}
