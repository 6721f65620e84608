import { Button, DialogContent, Link, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, Open16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { getHelp, type HelpPage } from '../../../../api/contract/organization.ts';
import { api } from '../../api.ts';
import { layout } from '../../shell/layout/layout.state.ts';
import { useFetched } from '../../state/useFetched.ts';
import { texts } from '../../texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import Markdown from '../../ui/Markdown.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { Modal } from '../../ui/Modal.tsx';

const useStyles = makeStyles({
  surface: { '@media (min-width: 680px)': { maxWidth: 'min(760px, calc(100vw - 32px))' } },
  content: {
    height: '60vh',
    '@media (max-width: 679px)': { height: 'auto' },
    '@media (max-height: 359px)': { height: 'auto' },
  },
  pages: {
    display: 'flex',
    gap: tokens.spacingHorizontalL,
    height: '100%',
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
  external: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

const fetchHelp = (_key: string, signal: AbortSignal) => api.call(getHelp, {}, { signal });

/** The help pages in the specification's order. A page that the organization replaces is shown as a link. */
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
        {fetched.name === 'ready' && <Pages pages={fetched.value.pages} />}
      </DialogContent>
    </Modal>
  );
}

function Pages({ pages }: { pages: readonly HelpPage[] }) {
  const styles = useStyles();
  const { width } = useSnapshot(layout);
  const [title, setTitle] = useState<unknown>(pages[0]?.title);
  const page = pages.find((item) => item.title === title);
  if (!page) return <EmptyState title={texts.about.noHelp} />;
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
        {page.link ? (
          <Link href={page.link} target="_blank" rel="noopener noreferrer" className={styles.external}>
            {texts.about.openPage(page.title)} <Open16Regular />
          </Link>
        ) : (
          <Markdown text={page.content} />
        )}
      </div>
    </div>
  );
}
