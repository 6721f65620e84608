import { makeStyles, tokens } from '@fluentui/react-components';
import { CopyButton } from '../CopyButton.tsx';
import { chatTexts } from '../chat.texts.ts';

const useStyles = makeStyles({
  root: {
    marginBlock: `0 ${tokens.spacingVerticalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    overflow: 'hidden',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingInline: `${tokens.spacingHorizontalM} ${tokens.spacingHorizontalXS}`,
    minHeight: '32px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  code: {
    margin: '0',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    overflowX: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '13px',
    lineHeight: 1.5,
  },
});

interface CodeBlockProps {
  text: string;
  language: string;
}

/** A code block with its language and a copy button; always left to right. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const styles = useStyles();
  return (
    <div className={styles.root} dir="ltr">
      <div className={styles.head}>
        <span>{language}</span>
        <CopyButton text={() => text} label={chatTexts.copyCode} />
      </div>
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
