import { makeStyles, tokens } from '@fluentui/react-components';

export const useExportStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  hint: { margin: '0', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  actions: {
    '@media (max-width: 479px)': { '& .fui-Button': { maxWidth: 'none', minHeight: '44px' } },
  },
});
