import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { texts } from '../../texts.ts';

const useStyles = makeStyles({
  title: { overflowWrap: 'anywhere' },
  image: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '60vh',
    margin: '0 auto',
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** An attached image as it will be sent. */
export default function ImagePreview({
  name,
  address,
  onClose,
}: {
  name: string;
  address: string;
  onClose: () => void;
}) {
  const styles = useStyles();
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle className={styles.title}>{name}</DialogTitle>
          <DialogContent>
            <img src={address} alt={name} className={styles.image} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{texts.shell.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
