import { makeStyles, tokens } from '@fluentui/react-components';
import { WIDE_PX } from '#contract/limits.ts';
import { COLUMN_WITH_MARGINS_PX } from '#tab/ui/column.ts';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';

export const useComposerStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    // The box is as wide as the answers above it, which have the same margins.
    maxWidth: `${COLUMN_WITH_MARGINS_PX}px`,
    margin: '0 auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 0`,
    [`@media (max-width: ${WIDE_PX - 1}px)`]: { paddingInline: tokens.spacingHorizontalM },
    [LOW_WINDOW]: { paddingBlock: tokens.spacingVerticalXS },
  },
  box: {
    position: 'relative',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':focus-within': { borderTopColor: tokens.colorNeutralStroke1Hover },
    // Files, text and buttons share one line.
    [LOW_WINDOW]: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'end' },
  },
  editor: { position: 'relative', [LOW_WINDOW]: { gridColumn: '2', minWidth: 0 } },
  message: {
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} 0`,
    [LOW_WINDOW]: { gridColumn: '1 / -1' },
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
    [LOW_WINDOW]: {
      gridColumn: '3',
      minWidth: 0,
      minHeight: '44px',
      boxSizing: 'border-box',
      padding: `0 ${tokens.spacingHorizontalXS} 0 0`,
    },
  },
  settings: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    [LOW_WINDOW]: { flexGrow: 0, maxWidth: 'clamp(60px, 22vw, 200px)' },
  },
  footer: {
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    [LOW_WINDOW]: { margin: '0' },
    textAlign: 'center',
    textWrap: 'balance',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  hint: { [LOW_WINDOW]: { display: 'none' }, '& button': { fontSize: 'inherit', lineHeight: 'inherit' } },
  // The link to the help wraps as a whole, so that no separator is left at the end of a line.
  help: { display: 'inline-block', marginInlineStart: tokens.spacingHorizontalS },
  refusal: { color: tokens.colorNeutralForeground1 },
});
