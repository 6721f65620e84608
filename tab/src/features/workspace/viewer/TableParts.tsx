import { Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { locationLabel } from '#contract/files/locations.ts';
import { isNumber, type TablePart } from './table.rules.ts';
import { useDomFinder, type OnFinder } from './find/useDomFinder.ts';
import { useTextPartStyles } from './textParts.styles.ts';

const useStyles = makeStyles({
  frame: { overflowX: 'auto' },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200, minWidth: '100%' },
  cell: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    verticalAlign: 'top',
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    maxWidth: '320px',
    overflowWrap: 'anywhere',
    minWidth: '32px',
  },
  number: { whiteSpace: 'nowrap', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
});

interface TablePartsProps {
  parts: readonly TablePart[];
  label: string;
  onFinder: OnFinder;
}

/** The rows of a workbook or of separated values as tables, one per location; cited rows are marked. */
export function TableParts({ parts, label, onFinder }: TablePartsProps) {
  const shared = useTextPartStyles();
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  useDomFinder(list, onFinder);
  useEffect(() => {
    const target = list.current?.querySelector('mark') ?? list.current?.querySelector('[data-looked-at]');
    target?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [parts]);
  return (
    <div ref={list} tabIndex={0} role="document" aria-label={label} className={shared.parts}>
      {parts.map(({ location, rows, isCited }, index) => {
        const name = capitalize(locationLabel(location));
        return (
          <section
            key={index}
            className={mergeClasses(shared.part, styles.frame)}
            {...(isCited ? { 'data-looked-at': true } : {})}
          >
            <Caption1 className={shared.location}>{name}</Caption1>
            <table className={styles.table} aria-label={name}>
              <tbody>
                {rows.map((row, number) => (
                  <tr key={number}>
                    {row.cells.map((cell, column) => (
                      <td
                        key={column}
                        dir="auto"
                        className={mergeClasses(styles.cell, isNumber(cell) && styles.number)}
                      >
                        {row.isCited && cell !== '' ? <mark className={shared.mark}>{cell}</mark> : cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </div>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
