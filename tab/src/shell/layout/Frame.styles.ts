import { makeStyles, tokens } from '@fluentui/react-components';
import { HISTORY_PX } from './workspaceWidth.rules.ts';

export const useFrameStyles = makeStyles({
  frame: { display: 'flex', flex: '1 1 0', minHeight: 0, minWidth: 0, position: 'relative' },
  history: {
    width: `${HISTORY_PX}px`,
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    position: 'relative',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  conversation: {
    flex: '1 1 0',
    minWidth: 0,
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-visible': { outline: 'none' },
  },
  workspace: {
    position: 'relative',
    boxSizing: 'border-box',
    // Room for the line of the resize handle.
    paddingInlineStart: '1px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

export const useHandleStyles = makeStyles({
  handle: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    zIndex: 1,
    width: '1px',
    cursor: 'col-resize',
    touchAction: 'none',
    backgroundColor: tokens.colorNeutralStroke2,
    // The line is one pixel wide, the draggable area nine.
    '::after': { content: '""', position: 'absolute', insetBlock: 0, insetInline: '-4px' },
    ':hover': { backgroundColor: tokens.colorNeutralStroke1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '0px' },
  },
  dragging: { backgroundColor: tokens.colorBrandStroke1 },
});
