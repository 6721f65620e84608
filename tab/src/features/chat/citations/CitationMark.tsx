import { Button, Popover, PopoverSurface, PopoverTrigger, type PopoverProps } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { chatTexts } from '../chat.texts.ts';
import { CitationCard } from './CitationCard.tsx';
import { useCitation } from './CitationsContext.ts';
import { useCitationStyles } from './citations.styles.ts';
import { StandingIcon } from './StandingNote.tsx';

/** How the card is open: seen in passing, or held by a click or the Enter key, with the focus in it. */
type Card = 'closed' | 'shown' | 'held';

/** `[n]` in the line. Hover or focus shows its card, a click or Enter goes into it, Escape closes it. */
export function CitationMark({ number }: { number: number }) {
  const styles = useCitationStyles();
  const citation = useCitation(number);
  const [card, setCard] = useState<Card>('closed');
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (card === 'held') content.current?.querySelector('button')?.focus();
  }, [card]);
  if (!citation) return <>[{number}]</>;

  const change: PopoverProps['onOpenChange'] = (event, { open }) => {
    if (event.type === 'click') setCard(open || card === 'shown' ? 'held' : 'closed');
    else setCard(open ? 'shown' : 'closed');
  };
  const showOnFocus = () => setCard((now) => (now === 'closed' ? 'shown' : now));
  const closeOnBlur = (event: FocusEvent) => {
    if (!content.current?.contains(event.relatedTarget)) setCard((now) => (now === 'shown' ? 'closed' : now));
  };

  return (
    <Popover
      open={card !== 'closed'}
      onOpenChange={change}
      openOnHover
      mouseLeaveDelay={200}
      positioning="below-start"
      unstable_disableAutoFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="outline"
          size="small"
          className={styles.mark}
          aria-label={chatTexts.citation(number, citation.filename)}
          onFocus={showOnFocus}
          onBlur={closeOnBlur}
        >
          {number}
          <StandingIcon standing={citation.standing} className={styles.markIcon} />
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={chatTexts.citation(number, citation.filename)}>
        <div ref={content}>
          <CitationCard citation={citation} onOpened={() => setCard('closed')} />
        </div>
      </PopoverSurface>
    </Popover>
  );
}
