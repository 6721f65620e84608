import { Button, DialogActions, DialogContent, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { getMessage } from '#contract/chats/versions.ts';
import { api } from '#tab/api.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fetchAnswerInsights } from '#tab/features/chat/history/history.actions.ts';
import AnswerView from '#tab/features/chat/markdown/AnswerView.tsx';
import { versionTexts } from './versions.texts.ts';

const useStyles = makeStyles({
  surface: { '@media (min-width: 680px)': { maxWidth: 'min(1200px, 96vw)' } },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '32px' },
  model: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface CompareDialogProps {
  chatId: string;
  /** All versions, oldest first. */
  versions: readonly string[];
  /** The version that the conversation shows. */
  shown: string;
  onChoose: (messageId: string) => void;
  onClose: () => void;
}

/** Two versions of an answer side by side, for example of two models. Each can become the one that the chat goes on with. */
export default function CompareDialog({ chatId, versions, shown, onChoose, onClose }: CompareDialogProps) {
  const styles = useStyles();
  const position = versions.indexOf(shown);
  const other = versions[position === 0 ? 1 : position - 1] ?? shown;
  const [pair, setPair] = useState(position === 0 ? [shown, other] : [other, shown]);
  return (
    <Modal title={versionTexts.compare} className={styles.surface} onClose={onClose}>
      <DialogContent className={styles.pair}>
        {pair.map((id, side) => (
          // Each side keeps its place when another version is chosen for it.
          <Side
            key={side}
            chatId={chatId}
            versions={versions}
            id={id}
            isShown={id === shown}
            onSelect={(next) => setPair(pair.map((before, index) => (index === side ? next : before)))}
            onChoose={onChoose}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {chatTexts.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}

async function fetchAnswer(key: string, signal: AbortSignal) {
  const [chatId = '', messageId = ''] = key.split(' ');
  const [message, insights] = await Promise.all([
    api.call(getMessage, { convo_id: chatId, message_id: messageId }, { signal }),
    // Without them only the name of the model is missing.
    fetchAnswerInsights(messageId, signal).catch(() => null),
  ]);
  return { message, model: insights?.used_model ?? '' };
}

interface SideProps {
  chatId: string;
  versions: readonly string[];
  id: string;
  isShown: boolean;
  onSelect: (id: string) => void;
  onChoose: (id: string) => void;
}

function Side({ chatId, versions, id, isShown, onSelect, onChoose }: SideProps) {
  const styles = useStyles();
  const [fetched, retry] = useFetched(`${chatId} ${id}`, fetchAnswer, versionTexts.compareFailed);
  const name = versionTexts.spokenPosition(versions.indexOf(id) + 1, versions.length);
  return (
    <section className={styles.side} aria-label={name}>
      <div className={styles.head}>
        {versions.length > 2 ? (
          <Select value={id} aria-label={versionTexts.shownVersion} onChange={(_, { value }) => onSelect(value)}>
            {versions.map((version, index) => (
              <option key={version} value={version}>
                {versionTexts.spokenPosition(index + 1, versions.length)}
              </option>
            ))}
          </Select>
        ) : (
          <Text weight="semibold">{name}</Text>
        )}
        {fetched.name === 'ready' && <Text className={styles.model}>{fetched.value.model}</Text>}
        {isShown ? (
          <Text className={styles.model}>{versionTexts.isShown}</Text>
        ) : (
          <Button size="small" onClick={() => onChoose(id)}>
            {versionTexts.continueWith}
          </Button>
        )}
      </div>
      {fetched.name === 'failed' && (
        <ErrorMessage text={versionTexts.compareFailed} retry={{ label: chatTexts.retry, action: retry }} />
      )}
      {fetched.name === 'ready' ? (
        <AnswerView text={fetched.value.message.content} streaming={false} links={fetched.value.message.links} />
      ) : (
        fetched.name !== 'failed' && <TextSkeleton label={name} />
      )}
    </section>
  );
}
