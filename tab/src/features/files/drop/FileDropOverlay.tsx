import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useOrganization } from '#tab/state/session.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { useFileDrop } from './useFileDrop.ts';

const useStyles = makeStyles({
  overlay: {
    position: 'absolute',
    inset: 0,
    zIndex: 10,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalS,
    margin: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalL,
    textAlign: 'center',
    borderRadius: tokens.borderRadiusXLarge,
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    opacity: 0.95,
    color: tokens.colorNeutralForeground1,
    pointerEvents: 'none',
  },
  icon: { fontSize: '32px', color: tokens.colorBrandForeground1 },
  title: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  types: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface OverlayProps {
  onFiles: (files: File[]) => void;
  /** Sentence with the accepted types. */
  types?: string;
}

/** Covers the nearest positioned parent while files are dragged over the window. */
export function FileDropOverlay({ onFiles, types = fileTexts.dropTypes }: OverlayProps) {
  const styles = useStyles();
  const dragging = useFileDrop(onFiles);
  const uploads = useOrganization()?.features.uploadBlob ?? true;
  if (!dragging) return null;
  return (
    <div className={styles.overlay} role="status">
      <ArrowUploadRegular className={styles.icon} aria-hidden />
      <div className={styles.title}>{uploads ? fileTexts.drop : fileTexts.uploadsOff}</div>
      {uploads && <div className={styles.types}>{types}</div>}
    </div>
  );
}
