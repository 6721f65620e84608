import { makeStyles, tokens } from '@fluentui/react-components';
import { LOW_WINDOW } from '../../../../shell/layout/lowWindow.ts';
import { COMPOSER_MAX_PX } from '../../../../../../api/contract/limits.ts';
import { mentionStyle } from '../../../../ui/mentionStyle.ts';

export const useEditorStyles = makeStyles({
  editor: {
    // Slate sets the height of the placeholder, and the box would grow with the first letter.
    minHeight: '44px !important',
    maxHeight: `${COMPOSER_MAX_PX}px`,
    [LOW_WINDOW]: { maxHeight: 'max(44px, 20dvh)' },
    overflowY: 'auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
    '& p': { margin: 0 },
  },
  placeholder: {
    top: tokens.spacingVerticalM,
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
    userSelect: 'none',
    [LOW_WINDOW]: { maxWidth: '100%', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  mention: mentionStyle,
});
