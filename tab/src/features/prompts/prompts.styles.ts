import { makeStyles, tokens } from '@fluentui/react-components';
import { WIDE_PX } from '#contract/limits.ts';

const PHONE = `@media (max-width: ${WIDE_PX - 1}px)`;
/** Height of a card; a fixed one keeps lists of thousands fluid. */
export const CARD_PX = 168;
export const TILE_PX = 56;
export const CARD_MIN_WIDTH_PX = 248;
export const CARD_GAP_PX = 12;

export const usePromptStyles = makeStyles({
  surface: { maxWidth: '920px' },
  form: { maxWidth: '640px' },
  conflict: { maxWidth: '760px' },
  // A fixed height, so that the library does not change its size when a filter hides prompts.
  library: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    height: 'min(640px, calc(100dvh - 160px))',
    overflow: 'hidden',
    [PHONE]: { height: 'auto' },
    // In such a low window the filters scroll, too.
    '@media (max-height: 480px)': { height: 'auto', overflowY: 'auto' },
  },
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
    // Room for the focus outlines.
    padding: '2px',
  },
  tabs: { flexShrink: 0, marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalM})` },
  search: { flex: '1 1 200px', maxWidth: 'none' },
  choices: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    flex: '1 1 100%',
    alignItems: 'center',
  },
  choice: { minWidth: '0', flex: '1 1 150px', maxWidth: '240px', [PHONE]: { maxWidth: 'none' } },
  note: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  count: { marginInlineStart: 'auto', whiteSpace: 'nowrap' },

  scroller: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    padding: '2px',
    '@media (max-height: 480px)': { minHeight: '320px' },
  },
  grid: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  slot: { position: 'absolute', top: 0 },

  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  text: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    // In the contrast theme all backgrounds are black.
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    maxHeight: '45vh',
    overflowY: 'auto',
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
  labels: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  label: {
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'nowrap',
  },
  fieldset: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalXXS },
  teams: {
    maxHeight: '192px',
    boxSizing: 'border-box',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    padding: tokens.spacingHorizontalXS,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  invalid: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  error: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
  versions: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  versionList: { maxHeight: '30vh', overflowY: 'auto', flexShrink: 0 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  // Four buttons don't fit side by side on a phone.
  wrap: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' },
  confirm: { flexGrow: 1, alignSelf: 'center' },
});
