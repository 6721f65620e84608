import type { ComponentProps } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CitationMark } from '../citations/CitationMark.tsx';
import { AnswerLink } from './AnswerLink.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { ScrollingTable } from './ScrollingTable.tsx';
import { getText, type TreeNode } from './markdownTree.ts';

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps;

/** React components for links, code, tables and citations. */
export const markdownComponents: Components = {
  a: ({ href, children, node }: Props<'a'>) => (
    <AnswerLink address={href ?? ''} words={getText(node as TreeNode)}>
      {children}
    </AnswerLink>
  ),
  pre: ({ node }: Props<'pre'>) => (
    <CodeBlock text={getCode(node as TreeNode)} language={getLanguage(node as TreeNode)} />
  ),
  table: ({ children }: Props<'table'>) => <ScrollingTable>{children}</ScrollingTable>,
  cite: ({ node }: Props<'cite'>) => <CitationMark number={Number(node?.properties.dataNumber)} />,
};

function getCode(node: TreeNode): string {
  return getText(node).replace(/\n$/, '');
}

function getLanguage(node: TreeNode): string {
  const names = node.children?.[0]?.properties?.className;
  const name = Array.isArray(names)
    ? names.map(String).find((className) => className.startsWith('language-'))
    : undefined;
  return name?.slice('language-'.length) ?? '';
}
