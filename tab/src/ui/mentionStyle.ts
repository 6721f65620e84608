import { tokens } from '@fluentui/react-components';

/** A mention of a group in an editor. */
export const mentionStyle = {
  padding: `0 ${tokens.spacingHorizontalXS}`,
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: tokens.colorBrandBackground2,
  color: tokens.colorBrandForeground2,
  fontWeight: tokens.fontWeightSemibold,
  '@media (forced-colors: active)': { border: '1px solid CanvasText' },
} as const;
