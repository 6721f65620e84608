import { makeStaticStyles } from '@fluentui/react-components';
import { WIDE_PX } from '../../../../api/contract/limits.ts';

const TOUCH = '44px';
/** Twice this and a line of 20 px, or a box of 32 px with half of it, make 44 px. */
const AROUND_LINE = '12px';
const AROUND_BOX = '6px';

/**
 * On a phone everything that is pressed is 44 px, in all features and in Fluent's own menus and dialogs alike. What stands
 * in a line of text says so with `data-inline`.
 */
export const useTouchStyles = makeStaticStyles(`
  @media (max-width: ${WIDE_PX - 1}px) {
    .fui-FluentProvider button:not([data-inline]) { min-width: ${TOUCH}; min-height: ${TOUCH}; }
    .fui-FluentProvider [role^='menuitem'], .fui-FluentProvider [role='option'] { padding-block: ${AROUND_LINE}; }
    .fui-FluentProvider .fui-Checkbox, .fui-FluentProvider .fui-Radio, .fui-FluentProvider .fui-Switch {
      padding-block: ${AROUND_BOX};
    }
    .fui-FluentProvider .fui-Input, .fui-FluentProvider .fui-SearchBox { min-height: ${TOUCH}; }
    .fui-FluentProvider .fui-DialogActions a { display: inline-flex; align-items: center; min-height: ${TOUCH}; }
  }
`);
