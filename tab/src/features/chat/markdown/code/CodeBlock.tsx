import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { CopyButton } from '#tab/features/chat/CopyButton.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { CodeText } from './CodeText.tsx';

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
  actions: { display: 'flex', alignItems: 'center' },
  note: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}`,
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
  /** More buttons in the header. */
  actions?: ReactNode;
  /** Shown instead of the code. */
  picture?: ReactNode;
  note?: string;
}

/** A code block with its language and a copy button; always left to right. A picture replaces the code. */
export function CodeBlock({ text, language, actions, picture, note }: CodeBlockProps) {
  const styles = useStyles();
  return (
    <div className={styles.root} dir="ltr">
      <div className={styles.head}>
        <span>{language}</span>
        <span className={styles.actions}>
          {actions}
          <CopyButton text={() => text} label={chatTexts.copyCode} />
        </span>
      </div>
      {picture ?? (
        <pre className={styles.code} tabIndex={0}>
          <CodeText code={text} language={language} />
        </pre>
      )}
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </div>
  );
}
