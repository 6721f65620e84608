import { makeStyles, tokens } from '@fluentui/react-components';

export const useThoughtStyles = makeStyles({
  thoughts: { marginBottom: tokens.spacingVerticalXS },
  line: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
  },
  button: {
    justifyContent: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    minWidth: '0',
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalXS} 0 0`,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    textAlign: 'start',
    '@media (max-width: 679px)': { minHeight: '44px' },
    // Under the pointer the shimmer takes the text color of the button, because the contrast theme fills the button
    // with its highlight color.
    ':hover': {
      color: tokens.colorNeutralForeground2Hover,
      '& > span': { color: 'inherit', backgroundImage: 'none' },
      '& svg': { color: 'inherit' },
    },
    ':hover:active': { color: tokens.colorNeutralForeground2Pressed },
  },
  icon: { display: 'flex', flexShrink: 0, fontSize: '16px' },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  // Inconspicuous, because people read the answer.
  text: {
    maxHeight: '320px',
    overflowY: 'auto',
    boxSizing: 'border-box',
    margin: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalS}`,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke2,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    // Each paragraph starts on the side where its language starts.
    unicodeBidi: 'plaintext',
  },
  note: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground3 },
});
