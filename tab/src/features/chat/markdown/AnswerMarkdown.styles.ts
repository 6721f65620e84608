import { makeStyles, tokens } from '@fluentui/react-components';

const block = { marginBlock: `0 ${tokens.spacingVerticalM}` };

export const useMarkdownStyles = makeStyles({
  root: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    // Fluent aligns all text to the left; right-to-left text must start at the right.
    textAlign: 'start',
    overflowWrap: 'anywhere',
    // Stacked combining marks must not cover neighboring lines; focus outlines of links can overflow.
    overflow: 'clip',
    overflowClipMargin: '8px',
    '& p': block,
    '& ul, & ol': { ...block, paddingInlineStart: tokens.spacingHorizontalXXL },
    '& li': { marginBlock: tokens.spacingVerticalXS },
    '& li > p': { marginBlock: tokens.spacingVerticalXS },
    '& h3': { ...block, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
    '& h4': { ...block, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    '& h5, & h6': { ...block, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
    '& h3, & h4, & h5, & h6': { fontWeight: tokens.fontWeightSemibold },
    // Hides a heading whose text has not arrived yet while an answer streams.
    '& :is(h3, h4, h5, h6):empty': { display: 'none' },
    '& > * + h3, & > * + h4, & > * + h5, & > * + h6': { marginBlockStart: tokens.spacingVerticalXL },
    '& blockquote': {
      ...block,
      marginInline: '0',
      paddingInlineStart: tokens.spacingHorizontalM,
      borderInlineStartWidth: '2px',
      borderInlineStartStyle: 'solid',
      borderInlineStartColor: tokens.colorNeutralStroke1,
      color: tokens.colorNeutralForeground2,
    },
    '& hr': {
      border: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      marginBlock: tokens.spacingVerticalL,
    },
    '& :not(pre) > code': {
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: '13px',
      paddingInline: tokens.spacingHorizontalXS,
      borderRadius: tokens.borderRadiusSmall,
      backgroundColor: tokens.colorNeutralBackground3,
    },
    // Keeps subscript and superscript from increasing the distance between lines.
    '& sub, & sup': { lineHeight: 0 },
    '& > :last-child, & > :last-child > :last-child': { marginBlockEnd: '0' },
  },
});
