import { Button, makeStyles, MessageBar, MessageBarBody, MessageBarTitle, tokens } from '@fluentui/react-components';
import Markdown from '#tab/ui/Markdown.tsx';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { resolveConflict } from '#tab/features/workspace/workspace.actions.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
  },
  version: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    flexShrink: 0,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  text: { maxHeight: '30vh', overflowY: 'auto' },
  quiet: { color: tokens.colorNeutralForeground3 },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const { conflict } = workspaceTexts;

/** Shows both versions of notes that two devices changed, and asks which to keep. */
export function NotesConflict({ mine, theirs }: { mine: string; theirs: string }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>
          <MessageBarTitle>{conflict.title}</MessageBarTitle> {conflict.line}
        </MessageBarBody>
      </MessageBar>
      <Version title={conflict.mine} text={mine} />
      <Version title={conflict.theirs} text={theirs} />
      <div className={styles.choices}>
        <Button appearance="primary" onClick={() => resolveConflict('both')}>
          {conflict.keepBoth}
        </Button>
        <Button onClick={() => resolveConflict('mine')}>{conflict.keepMine}</Button>
        <Button onClick={() => resolveConflict('theirs')}>{conflict.keepTheirs}</Button>
      </div>
    </div>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  const styles = useStyles();
  return (
    <section className={styles.version}>
      <h3 className={styles.heading}>{title}</h3>
      <div className={styles.text} tabIndex={0} role="group" aria-label={title}>
        {text.trim() === '' ? <span className={styles.quiet}>{conflict.empty}</span> : <Markdown text={text} />}
      </div>
    </section>
  );
}
