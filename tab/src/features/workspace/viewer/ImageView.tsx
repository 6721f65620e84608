import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

const useStyles = makeStyles({
  frame: {
    flex: '1 1 0',
    minHeight: 0,
    overflow: 'auto',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalL}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  image: { maxWidth: '100%', display: 'block', marginInline: 'auto', borderRadius: tokens.borderRadiusMedium },
});

interface ImageViewProps {
  bytes: Blob;
  name: string;
  /** Called when the browser cannot draw the picture. */
  onBroken: (cause: unknown) => void;
}

/** A picture in the width of the panel. */
export function ImageView({ bytes, name, onBroken }: ImageViewProps) {
  const styles = useStyles();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    // No content type is set: the browser detects the kind of picture, and never runs the bytes as a page.
    const address = URL.createObjectURL(new Blob([bytes]));
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return (
    <div className={styles.frame} tabIndex={0} role="document" aria-label={name}>
      {url !== null && (
        <img src={url} alt={name} className={styles.image} onError={() => onBroken(new Error('picture not drawn'))} />
      )}
    </div>
  );
}
