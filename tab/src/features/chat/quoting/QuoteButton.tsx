import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { TextQuoteRegular } from '@fluentui/react-icons';
import { useEffect, useState, type RefObject } from 'react';
import { isWriting, matchesShortcut } from '#tab/shell/keyboard/shortcuts.ts';
import { focusPane } from '#tab/shell/keyboard/paneFocus.ts';
import { setQuote } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { toQuotedText, type Quote } from './quote.rules.ts';
import { quotingTexts } from './quoting.texts.ts';

const GAP_PX = 4;
const BUTTON_HEIGHT_PX = 32;

const useStyles = makeStyles({
  button: { position: 'absolute', zIndex: 1, boxShadow: tokens.shadow8 },
});

/** Marks the text of an answer that can be quoted. */
export const quotable = (messageId: string) => ({ 'data-quotable': messageId });

interface Selected {
  quote: Quote;
  /** Position in the frame of the conversation. */
  left: number;
  top: number;
}

/** A button below the selected text of an answer, which the next question then quotes. A key does the same. */
export function QuoteButton({ chatId, scroller }: { chatId: string; scroller: RefObject<HTMLElement | null> }) {
  const styles = useStyles();
  const [selected, setSelected] = useState<Selected | null>(null);

  useEffect(() => {
    const update = () => setSelected(readSelection(scroller.current));
    const onKey = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, 'quote') || isWriting(event.target)) return;
      const now = readSelection(scroller.current);
      if (now === null) return;
      event.preventDefault();
      quote(chatId, now.quote);
    };
    const area = scroller.current;
    document.addEventListener('selectionchange', update);
    document.addEventListener('keydown', onKey);
    area?.addEventListener('scroll', update);
    return () => {
      document.removeEventListener('selectionchange', update);
      document.removeEventListener('keydown', onKey);
      area?.removeEventListener('scroll', update);
    };
  }, [chatId, scroller]);

  if (selected === null) return null;
  return (
    <Button
      size="small"
      icon={<TextQuoteRegular />}
      className={styles.button}
      style={{ left: selected.left, top: selected.top }}
      // A press would otherwise remove the selection before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => quote(chatId, selected.quote)}
    >
      {quotingTexts.quote}
    </Button>
  );
}

/** Quotes a text in the next question and moves the focus to the composer. */
export function quote(chatId: string, selected: Quote): void {
  setQuote(chatId, selected);
  document.getSelection()?.removeAllRanges();
  focusPane('conversation');
}

/** Quotes what is selected in an answer, or else the whole answer. */
export function quoteAnswer(chatId: string, messageId: string): void {
  const answer = document.querySelector<HTMLElement>(`[data-quotable="${CSS.escape(messageId)}"]`);
  if (!answer) return;
  const selected = readSelection(answer.parentElement);
  const whole = document.createRange();
  whole.selectNodeContents(answer);
  const quoted = selected?.quote ?? { messageId, text: toQuotedText(whole.cloneContents()) };
  // The menu gives the focus back to its button first.
  setTimeout(() => quote(chatId, quoted));
}

/** The selected text of one answer, and where it ends; `null` if none is selected. */
function readSelection(scroller: HTMLElement | null): Selected | null {
  const selection = document.getSelection();
  if (!scroller || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const answer = findAnswer(range.startContainer);
  if (!answer || !scroller.contains(answer)) return null;
  // A triple click selects up to the start of the next block, which can be outside of the answer.
  if (!answer.contains(range.endContainer)) range.setEnd(answer, answer.childNodes.length);
  const text = toQuotedText(range.cloneContents());
  if (text === '') return null;
  const { right = 0, bottom = 0 } = range.getBoundingClientRect?.() ?? {};
  const frame = scroller.getBoundingClientRect();
  const top = Math.min(Math.max(bottom - frame.top, 0) + GAP_PX, frame.height - BUTTON_HEIGHT_PX);
  const left = Math.min(Math.max(right - frame.left, 0), Math.max(frame.width - 100, 0));
  return { quote: { messageId: answer.dataset['quotable'] ?? '', text }, left, top };
}

function findAnswer(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-quotable]') ?? null;
}
