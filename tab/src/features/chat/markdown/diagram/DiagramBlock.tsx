import { Button, makeStyles, tokens, type Theme } from '@fluentui/react-components';
import { CodeRegular, OrganizationRegular } from '@fluentui/react-icons';
import { useContext, useEffect, useMemo, useState } from 'react';
import { ThemeName, themes } from '#tab/fluentThemes.ts';
import { logFailure } from '#tab/state/log.ts';
import { CodeBlock } from '#tab/features/chat/markdown/code/CodeBlock.tsx';
import { drawDiagram, getCachedDiagram, type Diagram, type DiagramColors } from './diagramFrame.ts';

const diagramTexts = {
  picture: 'Diagram',
  showSource: 'Show source',
  showPicture: 'Show diagram',
  failed: "This diagram couldn't be drawn.",
} as const;

const useStyles = makeStyles({
  picture: { overflow: 'auto', maxHeight: '70vh', padding: tokens.spacingHorizontalM, textAlign: 'center' },
  image: { maxWidth: '100%', height: 'auto' },
});

const LANGUAGE = 'mermaid';
/** A diagram is drawn when its text has not changed for this time, because it changes often while it streams. */
const QUIET_MS = 500;

/** A Mermaid diagram as a picture, with a button that shows its source. The source alone if it can't be drawn. */
export function DiagramBlock({ text }: { text: string }) {
  const styles = useStyles();
  const { diagram, failed } = useDiagram(text);
  const [wantsSource, setWantsSource] = useState(false);
  const toggle = diagram !== null && (
    <Button
      appearance="subtle"
      size="small"
      icon={wantsSource ? <OrganizationRegular /> : <CodeRegular />}
      onClick={() => setWantsSource(!wantsSource)}
    >
      {wantsSource ? diagramTexts.showPicture : diagramTexts.showSource}
    </Button>
  );
  const picture = diagram !== null && !wantsSource && (
    <div className={styles.picture} tabIndex={0}>
      <img src={diagram.address} alt={diagramTexts.picture} width={diagram.width} className={styles.image} />
    </div>
  );
  return (
    <CodeBlock
      text={text}
      language={LANGUAGE}
      actions={toggle}
      {...(picture ? { picture } : {})}
      {...(failed ? { note: diagramTexts.failed } : {})}
    />
  );
}

interface DrawResult {
  text: string;
  colors: object;
  diagram: Diagram | null;
}

function useDiagram(text: string): { diagram: Diagram | null; failed: boolean } {
  const theme = useContext(ThemeName);
  const colors = useMemo(() => getDiagramColors(themes[theme]), [theme]);
  const [result, setResult] = useState<DrawResult | null>(null);
  const current = result?.text === text && result.colors === colors ? result : null;
  const diagram = current?.diagram ?? getCachedDiagram(text, colors);
  const isKnown = diagram !== null || current !== null;
  useEffect(() => {
    if (isKnown) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      drawDiagram(text, colors)
        .catch((cause: unknown) => {
          logFailure('failed to draw diagram', cause);
          return null;
        })
        .then((drawing) => {
          if (isCurrent) setResult({ text, colors, diagram: drawing });
        });
    }, QUIET_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isKnown, text, colors]);
  return { diagram, failed: current !== null && diagram === null };
}

/** The colors of Mermaid's theme `base`, from the tab's theme. */
function getDiagramColors(theme: Theme): DiagramColors {
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
    // The colors of bars and lines, which Mermaid does not derive from others and which are too light for a white page.
    xyChart: {
      plotColorPalette: [
        theme.colorBrandBackground,
        theme.colorPaletteDarkOrangeBackground3,
        theme.colorPaletteGreenBackground3,
        theme.colorPaletteBerryBackground3,
      ].join(','),
    },
  };
}
