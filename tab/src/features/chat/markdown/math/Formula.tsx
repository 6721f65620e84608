import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { isRenderable } from './formulas.rules.ts';

const RenderedFormula = lazy(() => import('./RenderedFormula.tsx'));

const useStyles = makeStyles({
  display: {
    display: 'block',
    overflowX: 'auto',
    overflowY: 'hidden',
    marginBlock: `0 ${tokens.spacingVerticalM}`,
    paddingBlock: tokens.spacingVerticalXS,
  },
  source: { fontFamily: tokens.fontFamilyMonospace, fontSize: '13px', whiteSpace: 'pre-wrap' },
});

/** A formula; its source text while KaTeX is loading, and if it can't be rendered. */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const styles = useStyles();
  const [failedTex, setFailedTex] = useState<string | null>(null);
  const source = <code className={styles.source}>{tex}</code>;
  const trimmed = tex.trim();
  const isRendered = isRenderable(trimmed) && failedTex !== trimmed;
  return (
    <span
      dir="ltr"
      data-tex={tex}
      className={mergeClasses(display && styles.display)}
      {...(display ? { tabIndex: 0 } : {})}
    >
      {isRendered ? (
        <ErrorBoundary onError={() => setFailedTex(trimmed)} fallback={() => source}>
          <Suspense fallback={source}>
            <RenderedFormula tex={trimmed} display={display} onError={setFailedTex} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        source
      )}
    </span>
  );
}
