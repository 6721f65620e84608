import { makeStyles, tokens } from '@fluentui/react-components';
import type { HistoryItem } from './history.rules.ts';
import { visuallyHidden } from '#tab/ui/visuallyHidden.styles.ts';

/** Row heights; touch devices need taller rows. */
const ROW_PX = 32;
const TOUCH_ROW_PX = 44;
const HEADING_PX = 36;
const RESULT_PX = 64;

export function getRowPx(name: HistoryItem['name'], isPhone: boolean): number {
  if (name === 'heading') return HEADING_PX;
  if (name === 'result') return RESULT_PX;
  return isPhone ? TOUCH_ROW_PX : ROW_PX;
}

export const useHistoryStyles = makeStyles({
  pane: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  head: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, padding: tokens.spacingHorizontalM },
  headRow: { display: 'flex', gap: tokens.spacingHorizontalXS },
  newChat: { justifyContent: 'flex-start', flex: '1 1 0' },
  search: { maxWidth: 'none' },
  footer: {
    flexShrink: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
  },
  searchStatus: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    ':empty': { display: 'none' },
  },
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
    // With `hidden`, the browser would scroll a long title to the clicked part.
    overflow: 'clip',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  filed: { paddingInlineStart: tokens.spacingHorizontalL },
  selected: { backgroundColor: tokens.colorNeutralBackground2Selected, color: tokens.colorNeutralForeground2Selected },
  unread: { fontWeight: tokens.fontWeightSemibold },
  // The space is as wide as the checkbox, so that titles do not move when it is loaded.
  checkboxSpace: { flexShrink: 0, width: '24px' },
  checkbox: {
    flexShrink: 0,
    marginInlineEnd: `calc(-1 * ${tokens.spacingHorizontalS})`,
    // A touch target as wide as it is high; the box stays where it is.
    '@media (max-width: 679px)': { minWidth: '44px', '& input': { width: '100%' } },
  },
  folder: {
    flex: '1 1 0',
    minWidth: 0,
    height: '100%',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: 'none',
    background: 'none',
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    '& svg': { flexShrink: 0 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  // The count has the text color of the row: a paler one cannot be read under the pointer in the contrast theme.
  spoken: visuallyHidden,
  count: { position: 'relative', flexShrink: 0, color: 'inherit', fontSize: tokens.fontSizeBase200 },
  ellipsis: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  result: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: tokens.spacingVerticalXXS,
    width: '100%',
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover, color: tokens.colorNeutralForeground2Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  resultHead: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, minWidth: 0 },
  resultDate: { marginInlineStart: 'auto', flexShrink: 0, fontSize: tokens.fontSizeBase200 },
  excerpt: {
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  mark: {
    backgroundColor: 'transparent',
    color: 'inherit',
    fontWeight: tokens.fontWeightBold,
    textDecorationLine: 'underline',
  },
  selectionBar: {
    display: 'flex',
    alignItems: 'center',
    paddingInline: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalXS,
  },
  selectionCount: { marginInlineEnd: 'auto', fontSize: tokens.fontSizeBase200 },
  dangerIcon: { color: tokens.colorStatusDangerForeground3, ':hover': { color: tokens.colorStatusDangerForeground3 } },
  marker: { flexShrink: 0, display: 'flex', alignItems: 'center', paddingInline: tokens.spacingHorizontalXXS },
  dot: {
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorCompoundBrandBackground,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
  },
  shared: { flexShrink: 0, display: 'flex' },
  rename: { flex: '1 1 0', minWidth: 0 },
  renameInput: { width: '100%' },
});
