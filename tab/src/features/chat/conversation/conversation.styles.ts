import { makeStyles, tokens } from '@fluentui/react-components';
import { COLUMN_PX } from '#tab/ui/column.ts';
import { visuallyHidden } from '#tab/ui/visuallyHidden.styles.ts';

export const useConversationStyles = makeStyles({
  frame: { position: 'relative', flex: '1 1 0', minHeight: 0, display: 'flex', flexDirection: 'column' },
  scroller: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    // The list keeps the scroll position; the browser's scroll anchoring would move it a second time.
    overflowAnchor: 'none',
    // Aligns the entries with the composer, which has no scroll bar.
    scrollbarGutter: 'stable both-edges',
    '@media (max-width: 679px)': { scrollbarGutter: 'auto' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  sizer: { position: 'relative', width: '100%' },
  row: {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    paddingInline: tokens.spacingHorizontalL,
    '@media (max-width: 679px)': { paddingInline: tokens.spacingHorizontalM },
  },
  // The actions of the last answer are used most. Those of the others appear on hover and focus.
  lastRow: { '& [data-shown-on-hover]': { opacity: 1 } },
  earlier: { position: 'absolute', top: 0, left: 0, right: 0, display: 'grid', placeItems: 'center' },
  latest: {
    position: 'absolute',
    bottom: tokens.spacingVerticalM,
    left: '50%',
    transform: 'translateX(-50%)',
    boxShadow: tokens.shadow8,
    borderRadius: tokens.borderRadiusCircular,
  },
  announcer: visuallyHidden,
  part: {
    maxWidth: `${COLUMN_PX}px`,
    width: '100%',
    marginInline: 'auto',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalXL,
  },
});

export const useSplashStyles = makeStyles({
  splash: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'safe center',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    boxSizing: 'border-box',
  },
  line: { margin: '0', textAlign: 'center' },
  prompts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    maxWidth: `${COLUMN_PX}px`,
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: '0',
    listStyleType: 'none',
  },
  prompt: {
    width: '100%',
    height: '100%',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow2,
  },
  promptTitle: { fontWeight: tokens.fontWeightSemibold },
  promptText: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  promptFile: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  links: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
  },
  promptFileName: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
