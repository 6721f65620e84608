import { Button, Tooltip } from '@fluentui/react-components';
import { ZoomIn20Regular, ZoomOut20Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { texts } from '#tab/texts.ts';
import { canZoom } from './pageSize.rules.ts';
import { usePdfStyles } from './pdf.styles.ts';

interface PdfToolbarProps {
  /** Text such as `Page 3 of 9`. */
  position: string;
  zoom: number;
  onZoom: (direction: 'in' | 'out') => void;
}

/** Current page and zoom; 100% fills the width. */
export function PdfToolbar({ position, zoom, onZoom }: PdfToolbarProps) {
  const styles = usePdfStyles();
  const button = (direction: 'in' | 'out', label: string, icon: ReactElement) => (
    <Tooltip content={label} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={icon}
        disabledFocusable={!canZoom(zoom, direction)}
        onClick={() => onZoom(direction)}
      />
    </Tooltip>
  );
  return (
    <div className={styles.bar}>
      <span className={styles.grow}>{position}</span>
      {button('out', texts.workspace.zoomOut, <ZoomOut20Regular />)}
      <span role="status" className={styles.percent}>
        {Math.round(zoom * 100)}%
      </span>
      {button('in', texts.workspace.zoomIn, <ZoomIn20Regular />)}
    </div>
  );
}
