import { Button } from '@fluentui/react-components';
import { Chat20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { HiddenHeading } from '#tab/ui/HiddenHeading.tsx';
import { Logo } from '#tab/ui/Logo.tsx';
import Markdown from '#tab/ui/Markdown.tsx';
import { PlainText } from '#tab/ui/markdown/PlainText.tsx';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { ignore, type Drawing } from '#board/example.ts';

const MARKDOWN = `## Travel in 2027
**Economy class** is booked for flights under _six hours_; see the [policy](https://northwind.example/policy).

1. Book two weeks ahead.
2. Keep receipts:
   - hotel
   - taxi

| City | Limit |
| --- | --- |
| Oslo | 190 € |
| Porto | 140 € |

> Ask your manager first.

\`\`\`
total = nights * limit
\`\`\`
- [x] Approved`;

const photo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#4f6bed"/><circle cx="24" cy="18" r="9" fill="#fff"/><ellipse cx="24" cy="46" rx="17" ry="16" fill="#fff"/></svg>')}`;

function Broken(): ReactNode {
  throw new Error('a part that fails');
}

/** Every component of `tab/src/ui` that is no dialog. */
export const controlDrawings: Drawing[] = [
  {
    component: 'Logo',
    examples: [20, 24, 48].map((size) => ({ state: `${size} px`, draw: () => <Logo size={size} /> })),
  },
  {
    component: 'PersonPicture',
    examples: [
      { state: 'photo', draw: () => <PersonPicture name="Ada Moreau" photo={photo} size={48} /> },
      { state: 'initials', draw: () => <PersonPicture name="Ada Moreau" photo={null} size={48} /> },
      { state: 'one word', draw: () => <PersonPicture name="Ada" photo={null} size={28} /> },
      { state: 'no name', draw: () => <PersonPicture name="" photo={null} size={28} /> },
    ],
  },
  {
    component: 'FileName',
    examples: [
      { state: 'short', draw: () => <FileName name="Travel policy.pdf" /> },
      {
        state: 'long: the end stays',
        draw: () => <FileName name={`${'A report about nearly everything '.repeat(4)}2027.docx`} />,
      },
      { state: 'right to left', draw: () => <FileName name="דוח שנתי 2027.pdf" /> },
    ],
  },
  {
    component: 'EmptyState',
    examples: [
      { state: 'title', draw: () => <EmptyState title="Nothing found yet" /> },
      {
        state: 'icon, line and action',
        draw: () => (
          <EmptyState
            icon={<Chat20Regular />}
            title="No chats yet"
            line="Ask a question, and your chat is listed here."
            action={<Button>New chat</Button>}
          />
        ),
      },
      {
        state: 'whole screen',
        draw: () => <EmptyState level={1} title="Tasks is turned off" line="Ask your organization." />,
      },
    ],
  },
  {
    component: 'ErrorMessage',
    examples: [
      { state: 'text', draw: () => <ErrorMessage text="Failed to get user settings" /> },
      {
        state: 'with retry',
        draw: () => <ErrorMessage text="Failed to fetch sites data" retry={{ label: 'Retry', action: ignore }} />,
      },
      {
        state: 'long',
        draw: () => (
          <ErrorMessage
            text="I'm having trouble connecting to my services. Please try again in a few minutes."
            retry={{ label: 'Retry', action: ignore }}
          />
        ),
      },
    ],
  },
  {
    component: 'ErrorBoundary',
    examples: [
      {
        state: 'works',
        draw: () => (
          <ErrorBoundary onError={ignore} fallback={() => 'unused'}>
            The content
          </ErrorBoundary>
        ),
      },
      {
        state: 'failed',
        draw: () => (
          <ErrorBoundary
            onError={ignore}
            fallback={(retry) => (
              <EmptyState
                title="This part of AVA couldn't be displayed"
                action={<Button onClick={retry}>Retry</Button>}
              />
            )}
          >
            <Broken />
          </ErrorBoundary>
        ),
      },
    ],
  },
  {
    component: 'HiddenHeading',
    examples: [
      {
        state: 'for screen readers only',
        draw: () => (
          <>
            <HiddenHeading level={2} text="History" />
            (not shown)
          </>
        ),
      },
    ],
  },
  {
    component: 'TextSkeleton',
    examples: [{ state: 'loading', draw: () => <TextSkeleton label="Loading" lines={3} /> }],
  },
  {
    component: 'PlainText',
    examples: [{ state: 'text', draw: () => <PlainText text={'First line\n**not bold**'} /> }],
  },
  { component: 'Markdown', examples: [{ state: 'all elements', draw: () => <Markdown text={MARKDOWN} /> }] },
];
