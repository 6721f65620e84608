import { Button, Tooltip } from '@fluentui/react-components';
import { ZoomIn20Regular, ZoomOut20Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { texts } from '../../../../texts.ts';
import { mayZoom } from './pageSize.rules.ts';
import { usePdfStyles } from './pdf.styles.ts';

interface PdfBarProps {
  page: number;
  pages: number;
  zoom: number;
  onZoom: (way: 'in' | 'out') => void;
}

/** Which page is read, and how large it is shown; 100% fills the width. */
export function PdfBar({ page, pages, zoom, onZoom }: PdfBarProps) {
  const styles = usePdfStyles();
  const button = (way: 'in' | 'out', label: string, icon: ReactElement) => (
    <Tooltip content={label} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={icon}
        disabledFocusable={!mayZoom(zoom, way)}
        onClick={() => onZoom(way)}
      />
    </Tooltip>
  );
  return (
    <div className={styles.bar}>
      <span className={styles.grow}>{texts.workspace.pageOf(page, pages)}</span>
      {button('out', texts.workspace.zoomOut, <ZoomOut20Regular />)}
      <span role="status" className={styles.percent}>
        {Math.round(zoom * 100)}%
      </span>
      {button('in', texts.workspace.zoomIn, <ZoomIn20Regular />)}
    </div>
  );
}
