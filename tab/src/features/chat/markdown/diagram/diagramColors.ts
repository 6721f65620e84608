import type { Theme } from '@fluentui/react-components';

/** The colors of Mermaid's theme `base`, from the tab's theme. */
export function getDiagramColors(theme: Theme): Record<string, string> {
  const text = theme.colorNeutralForeground1;
  const line = theme.colorNeutralForeground2;
  return {
    darkMode: '',
    background: theme.colorNeutralBackground1,
    primaryColor: theme.colorNeutralBackground3,
    primaryTextColor: text,
    primaryBorderColor: theme.colorBrandStroke1,
    secondaryColor: theme.colorBrandBackground2,
    secondaryTextColor: text,
    secondaryBorderColor: theme.colorBrandStroke1,
    tertiaryColor: theme.colorNeutralBackground2,
    tertiaryTextColor: text,
    tertiaryBorderColor: theme.colorNeutralStroke1,
    lineColor: line,
    textColor: text,
    titleColor: text,
    edgeLabelBackground: theme.colorNeutralBackground1,
    noteBkgColor: theme.colorNeutralBackground2,
    noteTextColor: text,
    noteBorderColor: theme.colorNeutralStroke1,
    fontSize: '14px',
  };
}
