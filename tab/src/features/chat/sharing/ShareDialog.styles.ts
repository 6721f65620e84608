import { makeStyles, tokens } from '@fluentui/react-components';

export const useShareStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  hint: { margin: '0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  search: { width: '100%', maxWidth: 'none' },
  list: { margin: '0', padding: '0', listStyleType: 'none', minHeight: '160px', maxHeight: '320px', overflowY: 'auto' },
  peer: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
});
