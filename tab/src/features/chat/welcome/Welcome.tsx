import { Button, Caption1, makeStyles, Spinner, Text, Title3, tokens } from '@fluentui/react-components';
import {
  BookSearch20Regular,
  DocumentAdd20Regular,
  DocumentCheckmark20Regular,
  TaskListSquareLtr20Regular,
} from '@fluentui/react-icons';
import { useState, type ReactElement } from 'react';
import type { Organization, SamplePrompt } from '#contract/organization.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { useOrganization, usePerson } from '#tab/state/session.state.ts';
import { Logo } from '#tab/ui/Logo.tsx';
import { useSplashStyles } from '#tab/features/chat/conversation/conversation.styles.ts';
import { endWelcome, sendSamplePrompt } from './welcome.actions.ts';
import { welcomeTexts } from './welcome.texts.ts';

const useStyles = makeStyles({
  title: { margin: '0', textAlign: 'center' },
  line: { margin: '0', maxWidth: '440px', textAlign: 'center', textWrap: 'balance' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
    width: '100%',
    maxWidth: '600px',
    margin: `${tokens.spacingVerticalS} 0`,
    padding: '0',
    listStyleType: 'none',
  },
  fact: { display: 'flex', gap: tokens.spacingHorizontalM, textAlign: 'start' },
  icon: { color: tokens.colorBrandForeground1, flexShrink: 0, lineHeight: 0 },
  factLine: { display: 'block', color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: tokens.spacingVerticalS },
  quiet: { color: tokens.colorNeutralForeground3, maxWidth: '440px', textAlign: 'center', textWrap: 'balance' },
});

type FactName = keyof typeof welcomeTexts.facts;

const icons: Record<FactName, ReactElement> = {
  uploadBlob: <DocumentAdd20Regular />,
  knowledgeSearch: <BookSearch20Regular />,
  tasks: <TaskListSquareLtr20Regular />,
  sources: <DocumentCheckmark20Regular />,
};

type Attempt = { name: 'idle' } | { name: 'preparing' } | { name: 'left' };

/**
 * Replaces the splash until a person sends a message or skips it: what AVA does, and a button that asks a sample question.
 * The composer below it works as always.
 */
export default function Welcome({ chatId }: { chatId: string }) {
  const styles = useStyles();
  const { splash } = useSplashStyles();
  const { helpLink } = useSlots();
  const person = usePerson();
  const organization = useOrganization();
  const [attempt, setAttempt] = useState<Attempt>({ name: 'idle' });
  if (!person || !organization) return null;
  const sample = chooseSample(organization);
  const busy = attempt.name === 'preparing';

  async function tryIt() {
    setAttempt({ name: 'preparing' });
    if (!(await sendSamplePrompt(chatId, sample))) setAttempt({ name: 'left' });
  }

  return (
    <div className={splash}>
      <Logo size={48} />
      <Title3 as="h1" className={styles.title}>
        {welcomeTexts.title(person.givenName)}
      </Title3>
      <Text className={styles.line}>{welcomeTexts.line}</Text>
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="tiny" /> : null}
          onClick={() => void tryIt()}
        >
          {welcomeTexts.tryIt(sample.title)}
        </Button>
        <Caption1 className={styles.quiet} role="status">
          {describeAttempt(attempt, sample)}
        </Caption1>
        <Button appearance="subtle" onClick={endWelcome}>
          {welcomeTexts.skip}
        </Button>
      </div>
      <ul className={styles.facts}>
        {listFacts(organization).map((name) => (
          <li key={name} className={styles.fact}>
            <span aria-hidden className={styles.icon}>
              {icons[name]}
            </span>
            <span>
              <Text weight="semibold">{welcomeTexts.facts[name].title}</Text>
              <Caption1 className={styles.factLine}>{welcomeTexts.facts[name].line}</Caption1>
            </span>
          </li>
        ))}
      </ul>
      {helpLink}
    </div>
  );
}

/** Prefers a sample question about a file, because its answer shows sources. */
function chooseSample({ samplePrompts, features }: Organization): SamplePrompt {
  const usable = samplePrompts.filter(({ file }) => file === undefined || features.uploadBlob);
  return usable.find(({ file }) => file !== undefined) ?? usable[0] ?? welcomeTexts.ownPrompt;
}

function listFacts({ features }: Organization): FactName[] {
  const byToggle = (['uploadBlob', 'knowledgeSearch', 'tasks'] as const).filter((name) => features[name]);
  return [...byToggle, 'sources'];
}

function describeAttempt(attempt: Attempt, { prompt, file }: SamplePrompt): string {
  if (attempt.name === 'left') return welcomeTexts.failed;
  if (attempt.name === 'preparing' && file !== undefined) return welcomeTexts.preparing(file);
  return file === undefined ? welcomeTexts.asks(prompt) : welcomeTexts.asksFile(prompt, file);
}
