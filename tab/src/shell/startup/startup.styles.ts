import { makeStyles, tokens } from '@fluentui/react-components';

/** A page with one message and one action. */
export const useStartupStyles = makeStyles({
  page: {
    flex: '1 1 0',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: { maxWidth: '400px', textWrap: 'balance' },
  note: { maxWidth: '400px', color: tokens.colorNeutralForeground3, textWrap: 'balance' },
  action: { marginTop: tokens.spacingVerticalM, minWidth: '160px' },
});
