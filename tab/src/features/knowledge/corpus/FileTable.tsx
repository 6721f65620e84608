import { Checkbox, mergeClasses } from '@fluentui/react-components';
import { ArrowDown12Regular, ArrowUp12Regular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { fileTypeOf } from '#contract/files/fileTypes.ts';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { formatDate } from '#tab/shell/formatDate.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

/** Row of the file table. */
export interface FileRow {
  id: string;
  name: string;
  modifiedOn: string;
  owner: string;
  /** Note below the name; `failed` shows it as an error. */
  note?: string;
  failed?: boolean;
  /** Whether the row cannot be chosen. */
  locked?: boolean;
}

type Column = keyof typeof knowledgeTexts.corpus.columns;

interface FileTableProps {
  rows: readonly FileRow[];
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
}

const texts = knowledgeTexts.corpus;
const columns = Object.keys(texts.columns) as Column[];

/** Table of files with checkboxes. A click on a heading sorts, a second click reverses the order. */
export function FileTable({ rows, chosen, disabled, onChoose }: FileTableProps) {
  const styles = useCorpusStyles();
  const [order, setOrder] = useState<{ column: Column; down: boolean } | null>(null);
  const sorted = useMemo(() => (order ? rows.toSorted(compareBy(order.column, order.down)) : rows), [rows, order]);
  const choosable = rows.filter((row) => !row.locked);
  const chosenHere = choosable.filter((row) => chosen.has(row.id)).length;
  const sort = (column: Column) => setOrder((before) => ({ column, down: before?.column === column && !before.down }));
  const classOf: Record<Column, string> = { name: '', modifiedOn: styles.date, owner: styles.owner };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.headCell, styles.check)}>
            <Checkbox
              className={styles.box}
              aria-label={texts.selectAll}
              disabled={disabled || choosable.length === 0}
              checked={chosenHere === 0 ? false : chosenHere === choosable.length ? true : 'mixed'}
              onChange={() =>
                onChoose(
                  choosable.map((row) => row.id),
                  chosenHere < choosable.length,
                )
              }
            />
          </th>
          {columns.map((column) => (
            <th
              key={column}
              className={mergeClasses(styles.headCell, classOf[column])}
              aria-sort={order?.column === column ? (order.down ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className={styles.sort} onClick={() => sort(column)}>
                {texts.columns[column]}{' '}
                {order?.column === column && (order.down ? <ArrowDown12Regular /> : <ArrowUp12Regular />)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <Row
            key={row.id}
            row={row}
            chosen={chosen.has(row.id)}
            disabled={disabled || row.locked === true}
            onChoose={(yes) => onChoose([row.id], yes)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: FileRow;
  chosen: boolean;
  disabled: boolean;
  onChoose: (chosen: boolean) => void;
}

function Row({ row, chosen, disabled, onChoose }: RowProps) {
  const styles = useCorpusStyles();
  const date = formatDate(row.modifiedOn, 'medium');
  return (
    <tr className={styles.row}>
      <td className={styles.check}>
        <Checkbox
          className={styles.box}
          aria-label={texts.select(row.name)}
          checked={chosen}
          disabled={disabled}
          onChange={(_, { checked }) => onChoose(checked === true)}
        />
      </td>
      <td className={styles.cell}>
        <span className={styles.file}>
          <FileIcon fileType={fileTypeOf('', row.name)} />
          <FileName name={row.name} />
        </span>
        <span className={styles.under}>{[date, row.owner].filter(Boolean).join(' · ')}</span>
        {row.note && <span className={mergeClasses(styles.note, row.failed && styles.bad)}>{row.note}</span>}
      </td>
      <td className={mergeClasses(styles.cell, styles.date)}>{date}</td>
      <td className={mergeClasses(styles.cell, styles.owner)} title={row.owner}>
        {row.owner}
      </td>
    </tr>
  );
}

function compareBy(column: Column, down: boolean) {
  return (a: FileRow, b: FileRow) => a[column].localeCompare(b[column], 'en-US', { numeric: true }) * (down ? -1 : 1);
}
