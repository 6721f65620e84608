import { Link, makeStyles, tokens } from '@fluentui/react-components';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { rehypeTaskLabels } from './markdown/rehypeTaskLabels.ts';
import { remarkDialect } from './markdown/remarkDialect.ts';
import { MarkdownParts, type MarkdownRenderers } from './markdown/MarkdownParts.tsx';

const useStyles = makeStyles({
  text: {
    overflowWrap: 'anywhere',
    lineHeight: 1.5,
    '& h3, & h4, & h5, & h6': {
      fontSize: tokens.fontSizeBase400,
      lineHeight: tokens.lineHeightBase400,
      fontWeight: tokens.fontWeightSemibold,
      marginBlock: `${tokens.spacingVerticalL} ${tokens.spacingVerticalXS}`,
    },
    '& p, & ul, & ol': { marginBlock: `0 ${tokens.spacingVerticalM}` },
    '& ul, & ol': { paddingInlineStart: tokens.spacingHorizontalXXL },
    '& li': { marginBlock: tokens.spacingVerticalXXS },
    '& code': {
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: '13px',
      backgroundColor: tokens.colorNeutralBackground3,
    },
    '& :first-child': { marginBlockStart: 0 },
    '& :last-child': { marginBlockEnd: 0 },
  },
});

const schema = { ...defaultSchema, tagNames: [...(defaultSchema.tagNames ?? []), 'u'] };

const renderers: MarkdownRenderers = {
  markdown: (text) => (
    <ReactMarkdown
      remarkPlugins={[remarkDialect]}
      rehypePlugins={[[rehypeSanitize, schema], rehypeTaskLabels]}
      disallowedElements={['img']}
      components={{
        a: ({ href, children }) => (
          <Link href={href} target="_blank" rel="noopener noreferrer" inline>
            {children}
          </Link>
        ),
        // Below the heading of the dialog or pane that shows the text.
        h1: ({ children }) => <h3>{children}</h3>,
        h2: ({ children }) => <h4>{children}</h4>,
        h3: ({ children }) => <h5>{children}</h5>,
        h4: ({ children }) => <h6>{children}</h6>,
        h5: ({ children }) => <h6>{children}</h6>,
      }}
    >
      {text}
    </ReactMarkdown>
  ),
  code: (text) => (
    <pre>
      <code>{text}</code>
    </pre>
  ),
  onError: (cause) => console.warn('failed to render markdown part', cause),
};

/** Renders a Markdown text such as a help page or a kept answer. Images are left out. */
export default function Markdown({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <div className={styles.text}>
      <MarkdownParts text={text} streaming={false} renderers={renderers} />
    </div>
  );
}
