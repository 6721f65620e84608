import { makeStyles, tokens } from '@fluentui/react-components';

export const useTextPartStyles = makeStyles({
  parts: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalL}`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  part: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    // A book of a thousand pages is laid out only as it scrolls into view.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 400px',
    flexShrink: 0,
  },
  location: { display: 'block', color: tokens.colorNeutralForeground3, marginBottom: tokens.spacingVerticalXS },
  text: { margin: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  mark: {
    backgroundColor: tokens.colorPaletteYellowBackground2,
    color: tokens.colorNeutralForeground1,
    borderRadius: tokens.borderRadiusSmall,
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
});
