import { makeStyles, tokens } from '@fluentui/react-components';
import { mentionStyle } from '#tab/ui/mentionStyle.ts';

export const useRichEditorStyles = makeStyles({
  root: {
    position: 'relative',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
  },
  editor: {
    minHeight: '64px !important',
    maxHeight: '320px',
    overflowY: 'auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
    '& p': { margin: 0 },
    '& ul, & ol': { margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
  },
  placeholder: {
    top: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
    userSelect: 'none',
  },
  mention: mentionStyle,
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXXS,
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS}`,
  },
});
