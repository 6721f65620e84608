import { Button, DialogActions, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
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

export type PreviewImage = { name: 'loading' } | { name: 'ready'; url: string } | { name: 'failed'; retry: () => void };

interface ImagePreviewProps {
  name: string;
  image: PreviewImage;
  onClose: () => void;
}

/** Shows an image of a draft or of a sent message. */
export default function ImagePreview({ name, image, onClose }: ImagePreviewProps) {
  const styles = useStyles();
  return (
    <Modal title={name} onClose={onClose}>
      <DialogContent>
        {image.name === 'loading' && <TextSkeleton label={name} />}
        {image.name === 'ready' && <img src={image.url} alt={name} className={styles.image} />}
        {image.name === 'failed' && (
          <ErrorMessage text={texts.workspace.unreadable} retry={{ label: texts.shell.retry, action: image.retry }} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.shell.close}</Button>
      </DialogActions>
    </Modal>
  );
}
