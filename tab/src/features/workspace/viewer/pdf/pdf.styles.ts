import { makeStyles, tokens } from '@fluentui/react-components';

export const usePdfStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 679px)': { '& button': { minHeight: '44px', minWidth: '44px' } },
  },
  grow: { flex: '1 1 0', minWidth: 0 },
  percent: { minWidth: '36px', textAlign: 'center' },
  scroller: {
    flex: '1 1 0',
    minHeight: 0,
    overflow: 'auto',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalL}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  pages: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    width: 'max-content',
    minWidth: '100%',
  },
  page: {
    position: 'relative',
    flexShrink: 0,
    marginInline: 'auto',
    // Pages are white in every theme.
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    outline: `1px solid ${tokens.colorNeutralStroke2}`,
    forcedColorAdjust: 'none',
  },
  canvas: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  // These rules are from pdf.js's style sheet for the transparent text layer over a page.
  text: {
    position: 'absolute',
    inset: 0,
    overflow: 'clip',
    lineHeight: 1,
    textAlign: 'initial',
    transformOrigin: '0 0',
    textSizeAdjust: 'none',
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '& span, & br': {
      position: 'absolute',
      color: 'transparent',
      whiteSpace: 'pre',
      cursor: 'text',
      transformOrigin: '0% 0%',
    },
    '& span.markedContent': { display: 'contents' },
    '& span[role="presentation"]': {
      fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0))',
      transform: 'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(var(--min-font-size-inv))',
    },
    '& mark': {
      color: 'transparent',
      // The page is black on white in every theme.
      backgroundColor: 'rgb(255 205 0 / 40%)',
      boxShadow: '0 2px 0 rgb(150 100 0)',
    },
  },
});
