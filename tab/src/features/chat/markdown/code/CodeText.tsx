import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { getCachedTokens, highlight } from './highlight.ts';
import type { CodeToken } from './tokenize.ts';

/** Every color has a contrast of at least 4.5 to 1 on the background of code, in all themes. */
const useStyles = makeStyles({
  keyword: { color: tokens.colorPaletteBerryForeground1 },
  name: { color: tokens.colorBrandForeground2 },
  string: { color: tokens.colorPaletteGreenForeground1 },
  number: { color: tokens.colorPaletteDarkOrangeForeground1 },
  type: { color: tokens.colorPaletteLightTealForeground2 },
  attribute: { color: tokens.colorPaletteMarigoldForeground2 },
  comment: { color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
  deletion: { color: tokens.colorPaletteRedForeground1 },
});

type Style = keyof ReturnType<typeof useStyles>;

/** Roles of highlight.js by style; other roles are ordinary text. */
const rolesByStyle: Record<Style, string> = {
  keyword: 'keyword selector-tag doctag operator template-tag',
  name: 'title name section selector-id selector-class tag',
  string: 'string regexp addition symbol bullet code link char',
  number: 'number literal',
  type: 'type built_in class params-type selector-pseudo',
  attribute: 'attr attribute property variable template-variable meta selector-attr',
  comment: 'comment quote',
  deletion: 'deletion',
};
const styleByRole = new Map(
  Object.entries(rolesByStyle).flatMap(([style, roles]) => roles.split(' ').map((role) => [role, style as Style])),
);

/** Code is highlighted when it has not changed for this time, because it changes often while it streams. */
const QUIET_MS = 300;

interface HighlightResult {
  code: string;
  tokens: readonly CodeToken[];
}

/** Code, plain until its colors are known. */
export function CodeText({ code, language }: { code: string; language: string }) {
  const styles = useStyles();
  const tokensNow = useHighlighted(language.toLowerCase(), code);
  if (tokensNow === null) return <code>{code}</code>;
  return (
    <code>
      {tokensNow.map(({ role, text }, index) => {
        const style = styleByRole.get(role);
        return style === undefined ? (
          text
        ) : (
          <span key={index} className={styles[style]}>
            {text}
          </span>
        );
      })}
    </code>
  );
}

function useHighlighted(language: string, code: string): readonly CodeToken[] | null {
  const [result, setResult] = useState<HighlightResult | null>(null);
  const known = result?.code === code ? result.tokens : getCachedTokens(language, code);
  useEffect(() => {
    if (known !== null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void highlight(language, code).then((tokens) => {
        if (isCurrent && tokens) setResult({ code, tokens });
      });
    }, QUIET_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [known, language, code]);
  return known;
}
