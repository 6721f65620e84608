import { makeStyles, tokens } from '@fluentui/react-components';

/** One purpose, at most 560 px; on a phone the whole screen. */
export const useDialogStyles = makeStyles({
  surface: {
    maxWidth: '560px',
    '@media (max-width: 679px)': {
      width: '100vw',
      maxWidth: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: '0',
      borderRadius: '0',
      padding: tokens.spacingHorizontalL,
    },
  },
  title: { overflowWrap: 'anywhere' },
  body: {
    maxHeight: 'calc(100dvh - 96px)',
    // In a window this low Fluent lets the whole dialog scroll, or nothing would be left between title and buttons.
    '@media (max-height: 359px)': { maxHeight: 'none' },
    '@media (max-width: 679px) and (min-height: 360px)': {
      maxHeight: 'none',
      height: '100%',
      gridTemplateRows: 'auto 1fr auto',
      alignContent: 'stretch',
    },
  },
});
