import { makeStyles } from '@fluentui/react-components';

export const useScreenStyles = makeStyles({
  screen: { position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0, minWidth: 0 },
});
