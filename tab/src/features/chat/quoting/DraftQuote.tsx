import { Button, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { setQuote } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import { quotingTexts } from './quoting.texts.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} 0`,
    [LOW_WINDOW]: { gridColumn: '1 / -1' },
  },
  content: { flexGrow: 1, minWidth: 0 },
  missing: { margin: `${tokens.spacingVerticalXS} 0 0`, fontSize: tokens.fontSizeBase200 },
});

/** The quote that is sent with the next question, and a button that removes it. */
export function DraftQuote({ chatId, focusAfter }: { chatId: string; focusAfter: () => void }) {
  const styles = useStyles();
  const quote = useSnapshot(drafts)[chatId]?.quote ?? null;
  const chat = useSnapshot(chats).open[chatId];
  if (quote === null) return null;
  const isMissing =
    chat?.loading.name === 'ready' &&
    chat.earlier.name === 'none' &&
    chat.entries.every(
      ({ message_id: id, versions = [] }) => id !== quote.messageId && !versions.includes(quote.messageId),
    );
  const remove = () => {
    setQuote(chatId, null);
    focusAfter();
  };
  return (
    <section className={styles.root} aria-label={quotingTexts.quoted}>
      <div className={styles.content}>
        <QuoteBlock short>{quote.text}</QuoteBlock>
        <p role="status" className={styles.missing} hidden={!isMissing}>
          {isMissing && quotingTexts.missing}
        </p>
      </div>
      <Tooltip content={quotingTexts.remove} relationship="label">
        <Button appearance="subtle" size="small" icon={<DismissRegular />} onClick={remove} />
      </Tooltip>
    </section>
  );
}
