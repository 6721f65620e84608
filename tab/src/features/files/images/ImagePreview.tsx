import { Button, DialogActions, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { Modal } from '#tab/ui/Modal.tsx';

const useStyles = makeStyles({
  image: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '60vh',
    margin: '0 auto',
    borderRadius: tokens.borderRadiusMedium,
  },
});

interface ImagePreviewProps {
  name: string;
  url: string;
  onClose: () => void;
}

/** Shows an image of a draft, which is not stored yet. */
export default function ImagePreview({ name, url, onClose }: ImagePreviewProps) {
  const styles = useStyles();
  return (
    <Modal title={name} onClose={onClose}>
      <DialogContent>
        <img src={url} alt={name} className={styles.image} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.shell.close}</Button>
      </DialogActions>
    </Modal>
  );
}
