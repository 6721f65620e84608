import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { familyOf, fileTypes, type FileType } from '#contract/files/fileTypes.ts';

const useStyles = makeStyles({
  icon: { width: '20px', height: '20px', flexShrink: 0, display: 'block' },
  page: { fill: tokens.colorNeutralBackground1, stroke: tokens.colorNeutralStrokeAccessible },
  fold: { fill: 'none', stroke: tokens.colorNeutralStrokeAccessible },
});

/** The badge of a file icon: a tile in the file type's Microsoft 365 color, with a white symbol. */
interface Tile {
  color: string;
  /** SVG path of the symbol's lines in a tile of 10 by 10, whose corner is at 0, 0. */
  sign: string;
}

const lines = 'M2.5 3.5h5M2.5 5.25h5M2.5 7h3.5';
const word: Tile = { color: '#185abd', sign: 'M2 3l1.4 4.5L5 3.6l1.6 3.9L8 3' };
const excel: Tile = { color: '#107c41', sign: 'M3 2.75l4 4.75M7 2.75l-4 4.75' };
const powerPoint: Tile = { color: '#c43e1c', sign: 'M3.6 7.75V2.75h1.9a1.5 1.5 0 0 1 0 3H3.6' };
const pdf: Tile = { color: '#b3261e', sign: 'M2.5 7.5c2.6-1 3.4-4.8 2.2-4.8-1.3 0 .3 3.6 2.8 3.4' };
const image: Tile = { color: '#5c2e91', sign: 'M1.9 7.6l2.3-2.9 1.6 1.8 1-1 1.4 2.1M6.7 3.2h.1' };
const code: Tile = { color: '#0f6cbd', sign: 'M3.6 3.1L1.9 5.2l1.7 2.1M6.4 3.1l1.7 2.1-1.7 2.1' };
const text: Tile = { color: '#616161', sign: lines };

function getTile(type: FileType): Tile {
  if (type === 'PDF') return pdf;
  switch (familyOf(type)) {
    case 'document':
      return word;
    case 'spreadsheet':
      return excel;
    case 'slides':
      return powerPoint;
    case 'image':
    case 'scan':
      return image;
    case 'code':
    case 'config':
    case 'data':
      return code;
    default:
      return text;
  }
}

/** Icon of a file type, hidden from screen readers because the file name follows. */
export function FileIcon({ fileType, className }: { fileType: string; className?: string | undefined }) {
  const styles = useStyles();
  const type = fileTypes.find((candidate): candidate is FileType => candidate === fileType) ?? 'Unknown';
  const { color, sign } = getTile(type);
  return (
    <svg viewBox="0 0 20 20" aria-hidden className={mergeClasses(styles.icon, className)}>
      <path className={styles.page} d="M6.5 1.5h6l4 4v11a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2z" />
      <path className={styles.fold} d="M12.5 1.5v4h4" />
      <g transform="translate(1 8)">
        <rect width="10" height="10" rx="2" fill={color} />
        <path d={sign} fill="none" stroke="#fff" strokeWidth="1.1" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  );
}
