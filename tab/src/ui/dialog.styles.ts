import { makeStyles, tokens } from '@fluentui/react-components';

/** At most 560 px wide; full screen on a phone. */
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
    // The outline is as high as the window, so a line would cross the text of a dialog that scrolls.
    '@media (max-height: 359px)': { '&::after': { display: 'none' } },
  },
  title: { overflowWrap: 'anywhere' },
  body: {
    maxHeight: 'calc(100dvh - 96px)',
    '& > .fui-DialogActions': { marginTop: tokens.spacingVerticalM },
    '@media (min-width: 480px)': { '& > .fui-DialogActions button': { whiteSpace: 'nowrap' } },
    // In a window this low the whole dialog scrolls; otherwise nothing would be left between title and buttons.
    '@media (max-height: 359px)': { maxHeight: 'none' },
    // A button 44 px high beside the title: its icon is level with the first line and nearer to the edge.
    '@media (max-width: 679px)': {
      '& > .fui-DialogTitle__action': { marginBlock: '-8px', marginInlineEnd: '-8px' },
    },
    '@media (max-width: 679px) and (min-height: 360px)': {
      maxHeight: 'none',
      height: '100%',
      gridTemplateRows: 'auto 1fr auto',
      alignContent: 'stretch',
    },
  },
});
