import { makeStyles, tokens } from '@fluentui/react-components';

export const useAdminStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    flexShrink: 0,
  },
  title: { margin: '0', flex: '1 1 auto' },
  body: {
    display: 'flex',
    flex: '1 1 0',
    minHeight: 0,
    '@media (max-width: 679px)': { flexDirection: 'column' },
  },
  nav: {
    flexShrink: 0,
    // Wide enough for the longest label and the marker of a change on one line.
    width: '256px',
    paddingInline: tokens.spacingHorizontalS,
    overflowY: 'auto',
    '@media (max-width: 679px)': {
      width: 'auto',
      paddingInline: tokens.spacingHorizontalL,
      paddingBottom: tokens.spacingVerticalS,
    },
  },
  // Fluent centers the title of a tab in the width of its bold version.
  tabs: { '& .fui-Tab__content': { textAlign: 'start' } },
  content: {
    flex: '1 1 0',
    minWidth: 0,
    minHeight: 0,
    overflowY: 'auto',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXXL}`,
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, maxWidth: '720px' },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  heading: { margin: '0', display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3 },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  row: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    flexWrap: 'wrap',
    '& > *': { flex: '1 1 220px', minWidth: 0 },
    '& input': { width: '100%', minWidth: 0 },
  },
  problem: { color: tokens.colorPaletteRedForeground1 },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap', alignItems: 'center' },
  modelHead: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  modelName: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  item: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    marginBottom: tokens.spacingVerticalS,
  },
  itemPanel: { paddingBottom: tokens.spacingVerticalM },
  label: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  // On a phone, the buttons stay side by side below the text.
  barText: { flex: '1 1 auto', '@media (max-width: 679px)': { flexBasis: '100%' } },
  field: { verticalAlign: 'top' },
  // The column is wide enough for most words, so that only long ones are divided.
  values: { minWidth: '80px', overflowWrap: 'anywhere', verticalAlign: 'top' },
  table: { width: '100%', borderCollapse: 'collapse', '& td, & th': { textAlign: 'start', padding: '4px 8px 4px 0' } },
  // A table that is wider than the screen scrolls.
  models: { minWidth: '160px', overflowWrap: 'break-word' },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  totals: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    margin: '0',
  },
  total: { margin: '0', fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  comments: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: '0',
    padding: '0',
    listStyleType: 'none',
  },
  comment: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  commentOf: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  scroll: { overflowX: 'auto' },
});
