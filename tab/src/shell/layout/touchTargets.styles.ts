import { makeStaticStyles } from '@fluentui/react-components';
import { WIDE_PX } from '../../../../api/contract/limits.ts';

const TOUCH_TARGET = '44px';
/** With this padding above and below, a 20 px line is 44 px high. Half of it is enough for a 32 px box. */
const LINE_PADDING = '12px';
const BOX_PADDING = '6px';

/**
 * On a phone every touch target is 44 px high, in all features and in Fluent's menus and dialogs. Targets inside a line
 * of text opt out with `data-inline`.
 */
export const useTouchTargetStyles = makeStaticStyles(`
  @media (max-width: ${WIDE_PX - 1}px) {
    .fui-FluentProvider button:not([data-inline]) { min-width: ${TOUCH_TARGET}; min-height: ${TOUCH_TARGET}; }
    .fui-FluentProvider [role^='menuitem'], .fui-FluentProvider [role='option'] { padding-block: ${LINE_PADDING}; }
    .fui-FluentProvider .fui-Checkbox, .fui-FluentProvider .fui-Radio, .fui-FluentProvider .fui-Switch {
      padding-block: ${BOX_PADDING};
    }
    .fui-FluentProvider .fui-Input, .fui-FluentProvider .fui-SearchBox, .fui-FluentProvider .fui-Slider { min-height: ${TOUCH_TARGET}; }
    .fui-FluentProvider .fui-Select__select { height: ${TOUCH_TARGET}; }
    .fui-FluentProvider .fui-DialogActions a { display: inline-flex; align-items: center; min-height: ${TOUCH_TARGET}; }
  }
`);
