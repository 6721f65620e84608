import { makeStyles, tokens } from '@fluentui/react-components';

export const useVersionStyles = makeStyles({
  switcher: { display: 'inline-flex', alignItems: 'center' },
  step: { minWidth: '24px', paddingInline: '0' },
  position: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    minWidth: '24px',
    textAlign: 'center',
  },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  // The content is aligned with the toolbar beside it, which has a margin above.
  answerEnd: { display: 'flex', alignItems: 'flex-end', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalS },
  menu: { maxWidth: 'min(360px, 92vw)' },
  editor: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, width: '100%' },
  textarea: { width: '100%', '& textarea': { fieldSizing: 'content', maxHeight: '40vh' } },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
});
