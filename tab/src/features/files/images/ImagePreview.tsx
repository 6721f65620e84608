import { Button, DialogActions, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { texts } from '../../../texts.ts';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { Modal } from '../../../ui/Modal.tsx';

const useStyles = makeStyles({
  image: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '60vh',
    margin: '0 auto',
    borderRadius: tokens.borderRadiusMedium,
  },
});

export type Picture = { name: 'loading' } | { name: 'ready'; address: string } | { name: 'failed'; retry: () => void };

interface ImagePreviewProps {
  name: string;
  picture: Picture;
  onClose: () => void;
}

/** An image as it goes with a message, or went. */
export default function ImagePreview({ name, picture, onClose }: ImagePreviewProps) {
  const styles = useStyles();
  return (
    <Modal title={name} onClose={onClose}>
      <DialogContent>
        {picture.name === 'loading' && <TextSkeleton label={name} />}
        {picture.name === 'ready' && <img src={picture.address} alt={name} className={styles.image} />}
        {picture.name === 'failed' && (
          <ErrorLine text={texts.workspace.unreadable} retry={{ label: texts.shell.retry, action: picture.retry }} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.shell.close}</Button>
      </DialogActions>
    </Modal>
  );
}
