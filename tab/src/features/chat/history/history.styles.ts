import { makeStyles, tokens } from '@fluentui/react-components';

/** Row heights; touch devices need taller rows. */
export const ROW_PX = 32;
export const TOUCH_ROW_PX = 44;
export const HEADING_PX = 36;

export const useHistoryStyles = makeStyles({
  pane: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  head: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, padding: tokens.spacingHorizontalM },
  newChat: { justifyContent: 'flex-start' },
  part: { padding: tokens.spacingHorizontalM },
  scroller: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', paddingInline: tokens.spacingHorizontalS },
  sizer: { position: 'relative', margin: '0', padding: '0', listStyleType: 'none' },
  slot: { position: 'absolute', top: 0, left: 0, right: 0 },
  heading: {
    margin: '0',
    height: '100%',
    display: 'flex',
    alignItems: 'end',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    // In the contrast theme the hover background is bright, so the text must be dark.
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover, color: tokens.colorNeutralForeground2Hover },
    '& [data-more]': { opacity: 0 },
    '&:hover [data-more], &:focus-within [data-more], & [data-more][aria-expanded="true"]': { opacity: 1 },
    '@media (hover: none)': { '& [data-more]': { opacity: 1 } },
  },
  open: {
    backgroundColor: tokens.colorNeutralBackground2Selected,
    color: tokens.colorNeutralForeground2Selected,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '0',
      insetBlock: tokens.spacingVerticalS,
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
    },
  },
  title: {
    flex: '1 1 0',
    minWidth: 0,
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    background: 'none',
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  shared: { flexShrink: 0, display: 'flex' },
  rename: { flex: '1 1 0', minWidth: 0 },
  renameInput: { width: '100%' },
});
