import { tokens, type GriffelStyle } from '@fluentui/react-components';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import { COLUMN_WITH_MARGINS_PX } from '#tab/ui/column.ts';

/** A line of small text above the composer, as wide as the conversation's column. */
export const composerLine: GriffelStyle = {
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: `${COLUMN_WITH_MARGINS_PX}px`,
  margin: '0 auto',
  minHeight: '28px',
  padding: `0 ${tokens.spacingHorizontalL}`,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  fontSize: tokens.fontSizeBase200,
  '@media (max-width: 679px)': { padding: `0 ${tokens.spacingHorizontalM}` },
  [LOW_WINDOW]: { minHeight: '20px', flexWrap: 'nowrap', overflow: 'hidden', whiteSpace: 'nowrap' },
};
