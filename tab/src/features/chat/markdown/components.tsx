import type { ComponentProps } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CitationMark } from '../citations/CitationMark.tsx';
import { AnswerLink } from './AnswerLink.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { ScrollingTable } from './ScrollingTable.tsx';
import { textOf, type TreeNode } from './tree.ts';

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps;

/** What stands for the elements of an answer that do more than show text. */
export const markdownComponents: Components = {
  a: ({ href, children, node }: Props<'a'>) => (
    <AnswerLink address={href ?? ''} words={textOf(node as TreeNode)}>
      {children}
    </AnswerLink>
  ),
  pre: ({ node }: Props<'pre'>) => (
    <CodeBlock text={codeOf(node as TreeNode)} language={languageOf(node as TreeNode)} />
  ),
  table: ({ children }: Props<'table'>) => <ScrollingTable>{children}</ScrollingTable>,
  cite: ({ node }: Props<'cite'>) => <CitationMark number={Number(node?.properties.dataNumber)} />,
};

function codeOf(node: TreeNode): string {
  return textOf(node).replace(/\n$/, '');
}

function languageOf(node: TreeNode): string {
  const names = node.children?.[0]?.properties?.className;
  const name = Array.isArray(names) ? names.map(String).find((each) => each.startsWith('language-')) : undefined;
  return name?.slice('language-'.length) ?? '';
}
