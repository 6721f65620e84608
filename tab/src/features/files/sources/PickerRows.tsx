import { Checkbox, mergeClasses } from '@fluentui/react-components';
import {
  CalendarLtr20Regular,
  Chat20Regular,
  ChevronRight20Regular,
  Folder20Regular,
  Globe20Regular,
  Library20Regular,
  Mail20Regular,
} from '@fluentui/react-icons';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import type { RemoteFile } from './remoteFile.ts';
import { useSourceStyles } from './SourcePicker.styles.ts';
import type { PickerRow, Place } from './sources.state.ts';

const icons = {
  site: <Globe20Regular />,
  library: <Library20Regular />,
  folder: <Folder20Regular />,
  mail: <Mail20Regular />,
  chat: <Chat20Regular />,
  meeting: <CalendarLtr20Regular />,
};

interface Props {
  label: string;
  rows: readonly PickerRow[];
  chosen: ReadonlyMap<string, RemoteFile>;
  onOpen: (place: Place) => void;
  onChoose: (id: string, file: RemoteFile, chosen: boolean) => void;
}

/** Folders that can be opened, and files with check boxes. */
export function PickerRows({ label, rows, chosen, onOpen, onChoose }: Props) {
  const styles = useSourceStyles();
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} isChosen={chosen.has(row.id)} onOpen={onOpen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { row: PickerRow; isChosen: boolean } & Pick<Props, 'onOpen' | 'onChoose'>;

function Row({ row, isChosen, onOpen, onChoose }: RowProps) {
  const styles = useSourceStyles();
  const { target } = row;
  if (target.kind === 'open')
    return (
      <button type="button" className={mergeClasses(styles.row, styles.folder)} onClick={() => onOpen(target.place)}>
        <Description row={row} />
        <ChevronRight20Regular aria-hidden className={styles.icon} />
      </button>
    );
  const isDisabled = target.kind === 'disabled';
  return (
    <Checkbox
      className={mergeClasses(styles.row, isDisabled && styles.disabled)}
      label={{ className: styles.label, children: <Description row={row} /> }}
      checked={isChosen}
      disabled={isDisabled}
      onChange={(_, { checked }) => {
        if (target.kind === 'attach') onChoose(row.id, target.file, checked === true);
      }}
    />
  );
}

function Description({ row }: { row: PickerRow }) {
  const styles = useSourceStyles();
  const { icon, title, detail, excerpt, target } = row;
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {typeof icon === 'string' ? icons[icon] : <FileIcon fileType={icon.fileType} />}
      </span>
      <span className={styles.words}>
        <span className={mergeClasses(styles.title, target.kind === 'disabled' && styles.unavailable)}>{title}</span>
        {excerpt && <span className={styles.excerpt}>{excerpt}</span>}
        {target.kind === 'disabled' && <span className={styles.excerpt}>{target.reason}</span>}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </>
  );
}
