import { makeStyles, tokens } from '@fluentui/react-components';
import { WIDE_PX } from '../../../../../api/contract/limits.ts';

export const useComposerStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    // As wide as the answers above it, which have the same margins.
    maxWidth: '792px',
    margin: '0 auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 0`,
    [`@media (max-width: ${WIDE_PX - 1}px)`]: { paddingInline: tokens.spacingHorizontalM },
  },
  box: {
    position: 'relative',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':focus-within': { borderTopColor: tokens.colorNeutralStroke1Hover },
  },
  editor: { position: 'relative' },
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
