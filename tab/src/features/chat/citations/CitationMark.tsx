import { Button, Popover, PopoverSurface, PopoverTrigger, type PopoverProps } from '@fluentui/react-components';
import { useRef, useState, type FocusEvent } from 'react';
import { chatTexts } from '../chat.texts.ts';
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
  if (!citation) return <>[{number}]</>;

  const change: PopoverProps['onOpenChange'] = (event, { open }) => {
    // A denied source cannot be opened, so a click shows its card.
    if (event.type !== 'click') return setIsOpen(open);
    setIsOpen(citation.standing === 'denied');
    if (citation.standing !== 'denied') openCitation(citation);
  };
  const closeOnBlur = (event: FocusEvent) => {
    if (!content.current?.contains(event.relatedTarget)) setIsOpen(false);
  };

  return (
    <Popover
      open={isOpen}
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
          data-inline
          aria-label={chatTexts.citation(number, citation.filename)}
          onFocus={() => setIsOpen(true)}
          onBlur={closeOnBlur}
        >
          {number}
          <StandingIcon standing={citation.standing} className={styles.markIcon} />
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={chatTexts.citation(number, citation.filename)}>
        <div ref={content}>
          <CitationCard citation={citation} onOpened={() => setIsOpen(false)} />
        </div>
      </PopoverSurface>
    </Popover>
  );
}
