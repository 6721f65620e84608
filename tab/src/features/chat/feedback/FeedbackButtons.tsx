import { Button, Popover, PopoverSurface, PopoverTrigger, Tooltip } from '@fluentui/react-components';
import { ThumbDislikeFilled, ThumbDislikeRegular, ThumbLikeFilled, ThumbLikeRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Rating } from '#contract/chats/feedback.ts';
import { loadRatings, rate } from './feedback.actions.ts';
import { feedback } from './feedback.state.ts';
import { feedbackTexts } from './feedback.texts.ts';

const FeedbackForm = lazy(() => import('./FeedbackForm.tsx'));

const icons = {
  like: { on: <ThumbLikeFilled />, off: <ThumbLikeRegular /> },
  dislike: { on: <ThumbDislikeFilled />, off: <ThumbDislikeRegular /> },
};

/**
 * Thumbs up and down for an answer. A click saves a rating at once and asks for a comment; a second click can remove
 * the rating.
 */
export function FeedbackButtons({ chatId, messageId }: { chatId: string; messageId: string }) {
  useEffect(() => void loadRatings(chatId), [chatId]);
  return (
    <>
      <Thumb messageId={messageId} reaction="like" />
      <Thumb messageId={messageId} reaction="dislike" />
    </>
  );
}

function Thumb({ messageId, reaction }: { messageId: string; reaction: Rating['reaction'] }) {
  const rating = useSnapshot(feedback).ratings[messageId];
  const [isOpen, setIsOpen] = useState(false);
  const [isTooltipVisible, setTooltipVisible] = useState(false);
  const isOn = rating?.reaction === reaction;
  const change = (open: boolean) => {
    if (open && !isOn) void rate(messageId, { reaction, comment: '' });
    setIsOpen(open);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open }) => change(open)}
      positioning={{ position: 'below', align: 'start', autoSize: true }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip
          content={feedbackTexts[reaction]}
          relationship="label"
          // While the form is open, the tooltip would cover it.
          visible={isTooltipVisible && !isOpen}
          onVisibleChange={(_, { visible }) => setTooltipVisible(visible)}
        >
          <Button appearance="subtle" size="small" aria-pressed={isOn} icon={icons[reaction][isOn ? 'on' : 'off']} />
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface aria-label={feedbackTexts.title}>
        <Suspense>
          <FeedbackForm messageId={messageId} reaction={reaction} onDone={() => setIsOpen(false)} />
        </Suspense>
      </PopoverSurface>
    </Popover>
  );
}
