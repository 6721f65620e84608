import { makeStyles, tokens } from '@fluentui/react-components';
import { COLUMN_PX } from '#tab/ui/column.ts';

const shimmer = {
  from: { backgroundPositionX: '100%' },
  to: { backgroundPositionX: '0%' },
};

/** Visible while the entry is hovered or focused; always visible on devices that cannot hover. */
const hiddenUntilHover = {
  opacity: 0,
  transitionProperty: 'opacity',
  transitionDuration: tokens.durationFaster,
  '@media (hover: none)': { opacity: 1 },
  '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0s' },
  '@media (forced-colors: active)': { opacity: 1 },
} as const;

export const useEntryStyles = makeStyles({
  author: {
    margin: '0',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  entry: {
    maxWidth: `${COLUMN_PX}px`,
    marginInline: 'auto',
    paddingBlock: tokens.spacingVerticalL,
    '&:hover [data-shown-on-hover], &:focus-within [data-shown-on-hover]': { opacity: 1 },
  },
  divided: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  // An answer is close to its question, because together they are one turn.
  answer: { paddingTop: tokens.spacingVerticalXS },
  person: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: tokens.spacingVerticalS,
  },
  bubble: {
    maxWidth: '80%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    // Fluent aligns all text to the left; right-to-left text must start at the right.
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    // Cuts off stacked combining marks, which would cover neighboring lines.
    overflow: 'clip',
  },
  unsent: { opacity: 0.7 },
  files: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    margin: '0',
    padding: '0',
    listStyleType: 'none',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalS,
  },
  name: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase300, margin: '0' },
  time: { ...hiddenUntilHover, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // The actions are in the space before the divider, so that they leave no gap while they are hidden.
  personEnd: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    marginBottom: `calc(-1 * ${tokens.spacingVerticalXL})`,
    '@media (hover: none)': { marginBottom: `calc(-1 * ${tokens.spacingVerticalM})` },
  },
  // Takes its space before it is loaded, on touch devices as well. Otherwise the buttons before it would move when it
  // loads, and a click on them would be lost.
  keepMenu: { visibility: 'hidden' },
  hiddenUntilHover,
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    marginTop: tokens.spacingVerticalS,
    minHeight: '24px',
    // Aligns the icons, not the invisible button edges, with the text.
    padding: '0',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalXS})`,
  },
  // The space is as wide as the buttons, so that the row does not shift when they are loaded.
  moreActions: { width: '132px' },
  caption: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: tokens.spacingVerticalS,
  },
  editQuestion: { marginTop: tokens.spacingVerticalS },
  waiting: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  noteText: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  note: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    marginTop: tokens.spacingVerticalS,
  },
  failure: { marginTop: tokens.spacingVerticalS },
  plain: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  // The message is as high as the first line of an answer, so that the layout does not shift when the answer arrives.
  loading: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    minHeight: '1.5em',
  },
  shimmer: {
    color: 'transparent',
    backgroundImage: `linear-gradient(90deg, ${tokens.colorNeutralForeground3} 40%, ${tokens.colorNeutralForegroundDisabled} 50%, ${tokens.colorNeutralForeground3} 60%)`,
    backgroundSize: '300% 100%',
    backgroundClip: 'text',
    animationName: shimmer,
    animationDuration: '2.4s',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': {
      animationName: 'none',
      color: tokens.colorNeutralForeground3,
      backgroundImage: 'none',
    },
    '@media (forced-colors: active)': { animationName: 'none', color: 'CanvasText', backgroundImage: 'none' },
  },
  followUps: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalXS,
    margin: `${tokens.spacingVerticalM} 0 0`,
    padding: '0',
    listStyleType: 'none',
  },
  proposedSite: {
    display: 'flex',
    justifyContent: 'flex-start',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    maxWidth: '100%',
    margin: `${tokens.spacingVerticalS} 0 0 calc(-1 * ${tokens.spacingHorizontalS})`,
    paddingInline: tokens.spacingHorizontalS,
  },
  followUp: {
    justifyContent: 'flex-start',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    minWidth: '0',
    paddingInline: tokens.spacingHorizontalS,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
});
