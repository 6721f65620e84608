import { CodeBlock } from './code/CodeBlock.tsx';
import { DiagramBlock } from './diagram/DiagramBlock.tsx';
import { Formula } from './math/Formula.tsx';

/** A fenced block: a formula, a diagram or code. */
export function FencedBlock({ text, language }: { text: string; language: string }) {
  switch (language.toLowerCase()) {
    case 'math':
      return <Formula tex={text} display />;
    case 'mermaid':
      return <DiagramBlock text={text} />;
    default:
      return <CodeBlock text={text} language={language} />;
  }
}
