import { makeStyles, tokens } from '@fluentui/react-components';

export const useExportStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  hint: { margin: '0', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  choices: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalXS },
  choice: { justifyContent: 'flex-start', minHeight: '44px' },
  actions: {
    '@media (max-width: 479px)': { '& .fui-Button': { maxWidth: 'none', minHeight: '44px' } },
  },
  trigger: { minWidth: 'auto' },
});
