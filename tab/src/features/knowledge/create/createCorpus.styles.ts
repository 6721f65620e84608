import { makeStyles, tokens } from '@fluentui/react-components';

export const useCreateStyles = makeStyles({
  // Touch target on a phone.
  control: { '@media (max-width: 679px)': { minHeight: '44px' } },
  note: { ':empty': { display: 'none' } },
  title: { ':focus-visible': { outline: 'none' } },
  submit: { whiteSpace: 'nowrap' },
  step: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular, display: 'block' },
  done: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXL} 0`,
  },
  tick: { color: tokens.colorStatusSuccessForeground1, '& svg': { width: '48px', height: '48px' } },
  quiet: { color: tokens.colorNeutralForeground3 },
});
