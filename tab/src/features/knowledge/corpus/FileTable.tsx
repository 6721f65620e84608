import { Checkbox, mergeClasses } from '@fluentui/react-components';
import { ArrowDown12Regular, ArrowUp12Regular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { shownDate } from '../../../shell/formatDate.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

/** A file as the table shows it. */
export interface FileRow {
  id: string;
  name: string;
  modifiedOn: string;
  owner: string;
  /** What a person must know of it; `failed` says that it is bad news. */
  note?: string;
  failed?: boolean;
}

type Column = keyof typeof knowledgeTexts.corpus.columns;

interface FileTableProps {
  rows: readonly FileRow[];
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
}

const words = knowledgeTexts.corpus;
const columns = Object.keys(words.columns) as Column[];

/** Files with a check box each; a press on a heading sorts, a second one turns the order round. */
export function FileTable({ rows, chosen, disabled, onChoose }: FileTableProps) {
  const styles = useCorpusStyles();
  const [order, setOrder] = useState<{ column: Column; down: boolean } | null>(null);
  const sorted = useMemo(() => (order ? rows.toSorted(by(order.column, order.down)) : rows), [rows, order]);
  const chosenHere = rows.filter((row) => chosen.has(row.id)).length;
  const sort = (column: Column) => setOrder((before) => ({ column, down: before?.column === column && !before.down }));
  const classOf: Record<Column, string> = { name: '', modifiedOn: styles.date, owner: styles.owner };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.headCell, styles.check)}>
            <Checkbox
              className={styles.box}
              aria-label={words.selectAll}
              disabled={disabled}
              checked={chosenHere === 0 ? false : chosenHere === rows.length ? true : 'mixed'}
              onChange={() =>
                onChoose(
                  rows.map((row) => row.id),
                  chosenHere < rows.length,
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
                {words.columns[column]}{' '}
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
            disabled={disabled}
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
  const date = shownDate(row.modifiedOn, 'medium');
  return (
    <tr className={styles.row}>
      <td className={styles.check}>
        <Checkbox
          className={styles.box}
          aria-label={words.select(row.name)}
          checked={chosen}
          disabled={disabled}
          onChange={(_, { checked }) => onChoose(checked === true)}
        />
      </td>
      <td className={styles.cell} title={row.name}>
        <bdi>{row.name}</bdi>
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

function by(column: Column, down: boolean) {
  return (a: FileRow, b: FileRow) => a[column].localeCompare(b[column], 'en-US', { numeric: true }) * (down ? -1 : 1);
}
