import { Button, Popover, PopoverSurface, PopoverTrigger, type PopoverProps } from '@fluentui/react-components';
import { useRef, useState, type FocusEvent } from 'react';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { CitationCard } from './CitationCard.tsx';
import { useCitation } from './CitationsContext.ts';
import { useCitationStyles } from './citations.styles.ts';
import { openCitation } from './openCitation.ts';
import { StandingIcon } from './StandingNote.tsx';

/** `[n]` in the text. Hover or focus shows its card; a click or Enter opens the file at the cited location. */
export function CitationMark({ number }: { number: number }) {
  const styles = useCitationStyles();
  const citation = useCitation(number);
  const [isOpen, setIsOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  // After a click the card stays closed until the pointer returns: it would cover the passage that has opened.
  const wasOpened = useRef(false);
  if (!citation) return <>[{number}]</>;

  // The card stays in the conversation; the cited passage is beside it.
  const pane = trigger?.closest<HTMLElement>('[data-pane=conversation]') ?? null;
  const change: PopoverProps['onOpenChange'] = (event, { open }) => {
    // A denied source cannot be opened, so a click shows its card.
    if (event.type !== 'click') return setIsOpen(open && !wasOpened.current);
    if (citation.standing === 'denied') return setIsOpen(true);
    openSource();
    openCitation(citation);
  };
  const openSource = () => {
    wasOpened.current = true;
    setIsOpen(false);
  };
  const closeOnBlur = (event: FocusEvent) => {
    wasOpened.current = false;
    if (!content.current?.contains(event.relatedTarget)) setIsOpen(false);
  };

  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      openOnHover
      mouseLeaveDelay={200}
      positioning={{ position: 'below', align: 'start', overflowBoundary: pane, flipBoundary: pane }}
      unstable_disableAutoFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          ref={setTrigger}
          appearance="outline"
          size="small"
          className={styles.mark}
          data-inline
          data-citation={number}
          aria-label={chatTexts.citation(number, citation.filename)}
          onFocus={() => setIsOpen(true)}
          onBlur={closeOnBlur}
          onMouseLeave={() => (wasOpened.current = false)}
        >
          {number}
          <StandingIcon standing={citation.standing} className={styles.markIcon} />
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={chatTexts.citation(number, citation.filename)}>
        <div ref={content}>
          <CitationCard citation={citation} onOpened={openSource} />
        </div>
      </PopoverSurface>
    </Popover>
  );
}
