import 'katex/dist/katex.min.css';
import katex from 'katex';
import { useLayoutEffect, useRef } from 'react';

interface RenderedFormulaProps {
  tex: string;
  display: boolean;
  /** Called with a formula that KaTeX can't render. */
  onError: (tex: string) => void;
}

/** KaTeX's limits: commands that load or link something stay off, macros expand a little, sizes stay readable. */
const options = { throwOnError: true, trust: false, strict: 'ignore', maxExpand: 300, maxSize: 20 } as const;

/** A formula that KaTeX renders as elements, with MathML for screen readers. */
export default function RenderedFormula({ tex, display, onError }: RenderedFormulaProps) {
  const root = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!root.current) return;
    try {
      katex.render(tex, root.current, { ...options, displayMode: display });
    } catch {
      // A formula that KaTeX does not know or that is still streaming.
      root.current.replaceChildren();
      onError(tex);
    }
  }, [tex, display, onError]);
  return <span ref={root} />;
}
