import { makeStyles, tokens } from '@fluentui/react-components';

export const useComposerStyles = makeStyles({
  root: { position: 'relative', width: '100%', minWidth: 0 },
  box: {
    position: 'relative',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':focus-within': { borderTopColor: tokens.colorNeutralStroke1Hover },
  },
  message: { margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} 0` },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
  },
  settings: { flexGrow: 1, minWidth: 0, display: 'flex' },
  footer: {
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  refusal: { color: tokens.colorNeutralForeground1 },
});
