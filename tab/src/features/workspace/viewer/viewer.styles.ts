import { makeStyles, tokens } from '@fluentui/react-components';

export const useViewerStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  name: {
    flex: '1 1 0',
    minWidth: 0,
    margin: '0',
  },
  note: { padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground3 },
  padded: { padding: tokens.spacingHorizontalM },
});
