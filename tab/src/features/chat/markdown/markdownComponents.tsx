import type { ComponentProps } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CitationMark } from '#tab/features/chat/citations/CitationMark.tsx';
import { AnswerLink } from './AnswerLink.tsx';
import { FencedBlock } from './FencedBlock.tsx';
import { Formula } from './math/Formula.tsx';
import { ScrollingTable } from './ScrollingTable.tsx';
import { getText, type TreeNode } from './markdownTree.ts';

const LANGUAGE = 'language-';

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps;

/** React components for links, code, tables and citations. */
export const markdownComponents: Components = {
  a: ({ href, children, node }: Props<'a'>) => (
    <AnswerLink address={href ?? ''} words={getText(node as TreeNode)}>
      {children}
    </AnswerLink>
  ),
  pre: ({ node }: Props<'pre'>) => (
    <FencedBlock text={getCode(node as TreeNode)} language={getLanguage((node as TreeNode).children?.[0])} />
  ),
  code: ({ children, node }: Props<'code'>) =>
    getLanguage(node as TreeNode) === 'math' ? (
      <Formula tex={getText(node as TreeNode)} display={getClasses(node as TreeNode).includes('math-display')} />
    ) : (
      <code>{children}</code>
    ),
  table: ({ children }: Props<'table'>) => <ScrollingTable>{children}</ScrollingTable>,
  cite: ({ node }: Props<'cite'>) => <CitationMark number={Number(node?.properties.dataNumber)} />,
};

function getCode(node: TreeNode): string {
  return getText(node).replace(/\n$/, '');
}

function getLanguage(code: TreeNode | undefined): string {
  return (
    getClasses(code)
      .find((name) => name.startsWith(LANGUAGE))
      ?.slice(LANGUAGE.length) ?? ''
  );
}

function getClasses(node: TreeNode | undefined): string[] {
  const names = node?.properties?.['className'];
  return Array.isArray(names) ? names.map(String) : [];
}
