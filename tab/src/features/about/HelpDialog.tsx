import {
  Button,
  Caption1,
  DialogContent,
  Input,
  Link,
  makeStyles,
  Tab,
  TabList,
  Subtitle1,
  tokens,
} from '@fluentui/react-components';
import { Dismiss20Regular, Open16Regular } from '@fluentui/react-icons';
import { useState, type FormEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts';
import { getHelp, type HelpPage } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { areas } from '#tab/shell/areas.tsx';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import Markdown from '#tab/ui/Markdown.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { askHelp } from '#tab/features/chat/help/askHelp.actions.ts';

const useStyles = makeStyles({
  surface: { '@media (min-width: 680px)': { maxWidth: 'min(760px, calc(100vw - 32px))' } },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    height: '60vh',
    '@media (max-width: 679px)': { height: 'auto' },
    '@media (max-height: 359px)': { height: 'auto' },
  },
  pages: {
    display: 'flex',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 0',
    minHeight: 0,
    '@media (max-width: 679px)': { flexDirection: 'column' },
    '@media (max-height: 359px)': { height: 'auto' },
  },
  // Fluent makes a tab as wide as its bold, selected title and centers the title. Aligned to the start, all line up.
  titles: { flexShrink: 0, overflowX: 'auto', '& .fui-Tab__content': { textAlign: 'start' } },
  page: {
    flex: '1 1 0',
    minWidth: 0,
    overflowY: 'auto',
    paddingInlineEnd: tokens.spacingHorizontalS,
    // The whole dialog scrolls in a window this low, so the page has no height to share.
    '@media (max-height: 359px)': { flex: '1 0 auto' },
  },
  ask: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, flexShrink: 0 },
  question: { display: 'flex', gap: tokens.spacingHorizontalS, '& > :first-child': { flex: '1 1 0', minWidth: 0 } },
  quiet: { color: tokens.colorNeutralForeground3 },
  title: { display: 'block', margin: `0 0 ${tokens.spacingVerticalS}` },
  external: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

const fetchHelp = (_key: string, signal: AbortSignal) => api.call(getHelp, {}, { signal });

/**
 * The help pages in the specification's order, also for people who are not signed in. A page that the organization replaces
 * is shown as a link.
 */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [fetched, retry] = useFetched('help', fetchHelp, texts.failures.releaseNotes);
  return (
    <Modal
      title={texts.about.help}
      className={styles.surface}
      onClose={onClose}
      action={
        <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={texts.shell.close} onClick={onClose} />
      }
    >
      <DialogContent className={styles.content}>
        {(fetched.name === 'idle' || fetched.name === 'loading') && <TextSkeleton label={texts.about.help} />}
        {fetched.name === 'failed' && (
          <ErrorMessage text={texts.failures.releaseNotes} retry={{ label: texts.shell.retry, action: retry }} />
        )}
        <AskHelp onClose={onClose} />
        {fetched.name === 'ready' && <Pages pages={fetched.value.pages} />}
      </DialogContent>
    </Modal>
  );
}

/** Asks the help corpus, where the organization has one. */
function AskHelp({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const organization = useOrganization();
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState('');
  if (!organization?.features.knowledgeSearch || organization.helpSiteId === '') return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (question.trim() === '') return;
    onClose();
    void askHelp(question.trim());
    navigate(areas[2].path);
  }

  return (
    <form className={styles.ask} onSubmit={submit}>
      <div className={styles.question}>
        <Input
          value={question}
          maxLength={MAX_SEARCH_CHARACTERS}
          placeholder={texts.about.askHint}
          aria-label={texts.about.askHint}
          onChange={(_, { value }) => setQuestion(value)}
        />
        <Button type="submit" disabledFocusable={question.trim() === ''}>
          {texts.about.ask}
        </Button>
      </div>
      <Caption1 className={styles.quiet}>{texts.about.askLine}</Caption1>
    </form>
  );
}

function Pages({ pages }: { pages: readonly HelpPage[] }) {
  const styles = useStyles();
  const { width } = useSnapshot(layout);
  const [title, setTitle] = useState<unknown>(pages[0]?.title);
  const page = pages.find((item) => item.title === title);
  const links = useOrganization()?.helpPages ?? {};
  if (!page) return <EmptyState title={texts.about.noHelp} />;
  const link = links[page.title];
  return (
    <div className={styles.pages}>
      <TabList
        vertical={width !== 'phone'}
        className={styles.titles}
        selectedValue={page.title}
        onTabSelect={(_, { value }) => setTitle(value)}
      >
        {pages.map((item) => (
          <Tab key={item.title} value={item.title}>
            {item.title}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" aria-label={page.title} tabIndex={0} className={styles.page}>
        <Subtitle1 as="h3" className={styles.title}>
          {page.title}
        </Subtitle1>
        {link ? (
          <Link href={link} target="_blank" rel="noopener noreferrer" className={styles.external}>
            {texts.about.openPage(page.title)} <Open16Regular />
          </Link>
        ) : (
          <Markdown text={page.content} />
        )}
      </div>
    </div>
  );
}
