import { makeStyles, tokens } from '@fluentui/react-components';
import { WIDE_PX } from '../../../../../api/contract/limits.ts';

export const useTaskPaneStyles = makeStyles({
  list: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalS}`,
    listStyleType: 'none',
  },
  row: { height: '32px', [`@media (max-width: ${WIDE_PX - 1}px)`]: { height: '44px' } },
  marker: { flexShrink: 0, display: 'flex', alignItems: 'center' },
  running: {},
  complete: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  needs_you: { color: tokens.colorStatusDangerForeground1 },
});
