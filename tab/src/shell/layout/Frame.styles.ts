import { makeStyles, tokens } from '@fluentui/react-components';

const HISTORY_PX = 260;

export const useFrameStyles = makeStyles({
  frame: { display: 'flex', flex: '1 1 0', minHeight: 0, minWidth: 0, position: 'relative' },
  history: {
    width: `${HISTORY_PX}px`,
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
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
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

export const useHandleStyles = makeStyles({
  handle: {
    position: 'relative',
    flexShrink: 0,
    width: '1px',
    cursor: 'col-resize',
    touchAction: 'none',
    backgroundColor: tokens.colorNeutralStroke2,
    // The line is one pixel wide, the draggable area nine.
    '::after': { content: '""', position: 'absolute', insetBlock: 0, insetInline: '-4px', zIndex: 1 },
    ':hover': { backgroundColor: tokens.colorNeutralStroke1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '0px' },
  },
  dragging: { backgroundColor: tokens.colorBrandStroke1 },
});
