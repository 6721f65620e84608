import { Button } from '@fluentui/react-components';
import { Add24Regular } from '@fluentui/react-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { useElementWidth } from '#tab/ui/useElementWidth.ts';
import { PromptCard, type PromptCardActions } from './PromptCard.tsx';
import { useCardStyles } from './PromptCard.styles.ts';
import { CARD_GAP_PX, CARD_MIN_WIDTH_PX, CARD_PX, TILE_PX, usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { usePromptNavigation } from './usePromptNavigation.ts';

const CREATE = 'create';
const OVERSCAN_ROWS = 3;

/** What the library can call on the grid. */
export interface PromptGridHandle {
  /** Focuses the first card. */
  enter: () => void;
  /** Focuses a prompt's card when an open dialog has closed. */
  returnTo: (promptId: string) => void;
}

interface Props extends PromptCardActions {
  ref: Ref<PromptGridHandle>;
  shown: readonly Prompt[];
  /** Shown below the first tile if there are no cards. */
  message: ReactNode;
  onCreate: () => void;
}

/** The tile that creates a prompt, and the cards; only those in view are rendered. */
export function PromptGrid({ ref, shown, message, onCreate, ...actions }: Props) {
  const styles = usePromptStyles();
  const cards = useCardStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const columns = Math.max(1, Math.floor((width + CARD_GAP_PX) / (CARD_MIN_WIDTH_PX + CARD_GAP_PX)));
  const keys = [CREATE, ...shown.map(({ prompt_id }) => prompt_id)];
  const grid = useVirtualizer<HTMLDivElement, Element>({
    count: Math.ceil(keys.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: (row) => getRowPx(row, columns),
    gap: CARD_GAP_PX,
    overscan: OVERSCAN_ROWS,
  });
  useEffect(() => grid.measure(), [grid, columns]);
  const { tabStop, setFocused, onKeyDown, moveTo, returnTo } = usePromptNavigation(keys, columns, grid, scroller);
  useImperativeHandle(ref, () => ({ enter: () => moveTo(Math.min(1, keys.length - 1)), returnTo }));
  // One flat list with the prompts' ids as keys, so that a card keeps its element and its focus when the order changes.
  const cells = grid
    .getVirtualItems()
    .flatMap(({ index: row, start }) =>
      keys
        .slice(row * columns, (row + 1) * columns)
        .map((key, column) => ({ key, index: row * columns + column, column, start })),
    );
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul aria-label={promptTexts.list} className={styles.grid} style={{ height: grid.getTotalSize() }}>
        {cells.map(({ key, index, column, start }) => {
          const prompt = shown[index - 1];
          const height = getRowPx(Math.floor(index / columns), columns);
          const shared = { isTabStop: index === tabStop, onKeyDown };
          return (
            <li
              key={key}
              aria-setsize={keys.length}
              aria-posinset={index + 1}
              className={styles.slot}
              style={{ ...getBox(columns, column, start), height }}
            >
              {prompt ? (
                <PromptCard {...shared} {...actions} prompt={prompt} onFocused={() => setFocused(prompt.prompt_id)} />
              ) : (
                <Button
                  data-card={CREATE}
                  className={cards.create}
                  icon={<Add24Regular />}
                  tabIndex={shared.isTabStop ? 0 : -1}
                  onFocus={() => setFocused(CREATE)}
                  onKeyDown={onKeyDown}
                  onClick={onCreate}
                >
                  {promptTexts.createTile}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && message}
    </div>
  );
}

/** Height of a row. In a grid of one column, the tile that creates a prompt is only as high as a button. */
const getRowPx = (row: number, columns: number) => (row === 0 && columns === 1 ? TILE_PX : CARD_PX);

function getBox(columns: number, column: number, start: number) {
  const width = `(100% - ${(columns - 1) * CARD_GAP_PX}px) / ${columns}`;
  return {
    width: `calc(${width})`,
    transform: `translateY(${start}px)`,
    insetInlineStart: `calc((${width} + ${CARD_GAP_PX}px) * ${column})`,
  };
}
