import { useState } from 'react';
import type { CallState } from '#contract/runs/functionCalls.ts';
import { Citation } from '#contract/runs/answerEvents.ts';
import { CitationCard } from '#tab/features/chat/citations/CitationCard.tsx';
import { SourcesRow } from '#tab/features/chat/citations/SourcesRow.tsx';
import type { Delivery, Entry } from '#tab/features/chat/chat.state.ts';
import { ContextUsageBar } from '#tab/features/chat/composer/contextUsage/ContextUsageBar.tsx';
import { MentionPicker } from '#tab/features/chat/composer/mentions/MentionPicker.tsx';
import { SendButton } from '#tab/features/chat/composer/SendButton.tsx';
import { AnswerEntry } from '#tab/features/chat/entries/AnswerEntry.tsx';
import { FailedEntry } from '#tab/features/chat/entries/FailedEntry.tsx';
import { PersonEntry } from '#tab/features/chat/entries/PersonEntry.tsx';
import { FunctionCalls } from '#tab/features/chat/functions/FunctionCalls.tsx';
import { Thoughts } from '#tab/features/chat/thoughts/Thoughts.tsx';
import { sampleCitation } from '#tab/testing/samples.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';
import { answerStates, openSampleChat, sampleEntry, sampleMessageFile } from '#board/samples.ts';

const standings = Object.fromEntries(Citation.shape.standing.options.map((name) => [name, name])) as Record<
  Citation['standing'],
  Citation['standing']
>;

const deliveries: Record<Delivery, Delivery> = { sending: 'sending', stored: 'stored', unsent: 'unsent' };
const connections: Record<Entry['connection'], Entry['connection']> = {
  live: 'live',
  lost: 'lost',
  offline: 'offline',
};

/** An answer in a chat of its own, because its actions belong to the last answer of a chat. */
function OneAnswer({ changes }: { changes: Partial<Entry> }) {
  const [{ entry, chatId }] = useState(() => {
    const question = sampleEntry({ source: 'User', content: 'Which class do we book?' });
    const answer = sampleEntry({ links: [sampleCitation()], ...changes });
    return { entry: answer, chatId: openSampleChat(question, answer) };
  });
  return <AnswerEntry chatId={chatId} entry={entry} withFiles={false} isLast />;
}

function OneQuestion({ changes }: { changes: Partial<Entry> }) {
  const [entry] = useState(() => sampleEntry({ source: 'User', content: 'Which class do we book?', ...changes }));
  return <PersonEntry chatId="board" entry={entry} divided={false} />;
}

const callResult = { ...sampleCitation(), excerpt: 'Economy class is booked for flights under six hours.' };
const callStates: { [Name in CallState['name']]: Extract<CallState, { name: Name }> } = {
  running: { name: 'running' },
  done: { name: 'done', found: 12, results: [callResult, { ...callResult, pagenumber: 4, location: 'page 4' }] },
  failed: { name: 'failed', reason: 'This took too long.' },
  hidden: { name: 'hidden' },
};

const usageParts = { customInstructions: 20, draft: 100, files: 40_000, conversation: 8_000, images: 0 };
const choices = [
  { id: 'help', name: 'AVA Help', detail: 'How AVA works' },
  { id: 'finance', name: 'Finance', detail: 'Invoices and budgets' },
];

/** Questions, answers, citations and the parts of the composer. */
export const answerDrawings: Drawing[] = [
  drawStates('AnswerEntry', answerStates, (state) => (
    <OneAnswer
      changes={{
        state,
        failure: state.name === 'failed' ? 'Sorry, I encountered an error processing your request.' : null,
        content: state.name === 'failed' ? '' : 'Economy class is booked for short flights [1].',
        followUpQuestions: state.name === 'complete' ? ['Who approves business class?'] : [],
      }}
    />
  )),
  drawStates('AnswerEntry before its first word, by connection', connections, (connection) => (
    <OneAnswer
      changes={{ state: answerStates.streaming, content: '', connection, timestamp: new Date().toISOString() }}
    />
  )),
  drawStates('PersonEntry', deliveries, (delivery) => <OneQuestion changes={{ delivery }} />),
  {
    component: 'PersonEntry: files and author',
    examples: [
      {
        state: 'with files',
        draw: () => <OneQuestion changes={{ files: [sampleMessageFile(), sampleMessageFile()] }} />,
      },
      { state: 'in a shared copy', draw: () => <OneQuestion changes={{ author: 'Ben Okafor' }} /> },
    ],
  },
  {
    component: 'FailedEntry',
    examples: [
      {
        state: 'plain text',
        draw: () => <FailedEntry entry={sampleEntry({ content: 'The text *as it is*.' })} divided={false} />,
      },
    ],
  },
  drawStates('FunctionCalls', callStates, (state) => (
    <FunctionCalls calls={[{ id: 'call', title: 'Find files', asked: 'travel policy', state }]} />
  )),
  drawStates('Thoughts', { 'while thinking': Date.now(), 'in an answer': null }, (waitingSince) => (
    <Thoughts thoughts={{ text: 'Which class is meant?', shortened: false }} waitingSince={waitingSince} />
  )),
  drawStates('CitationCard', standings, (standing) => (
    <CitationCard citation={sampleCitation({ standing })} onOpened={ignore} />
  )),
  drawStates('SourcesRow', standings, (standing) => <SourcesRow links={[sampleCitation({ standing })]} />),
  drawStates(
    'SendButton',
    {
      'can send': { responding: false, decision: { name: 'yes' } as const },
      disabled: { responding: false, decision: { name: 'no', reason: 'Write a message first.' } as const },
      stop: { responding: true, decision: { name: 'no', reason: '' } as const },
    },
    (props) => <SendButton {...props} onSend={ignore} onStop={ignore} />,
  ),
  drawStates('ContextUsageBar', { '30 %': 30, '85 %': 85, '120 %': 120 }, (percent) => (
    <div style={{ position: 'relative', height: 12 }}>
      <ContextUsageBar usage={{ percent, parts: usageParts }} onOpen={ignore} />
    </div>
  )),
  {
    component: 'MentionPicker',
    examples: [
      {
        state: 'two sections',
        draw: () => (
          <div style={{ position: 'relative', marginTop: 200 }}>
            <MentionPicker
              id="mentions"
              parts={[
                { section: 'AVA-provided', choices: choices.slice(0, 1) },
                { section: 'Knowledge Search', choices: choices.slice(1) },
              ]}
              note="People couldn't be loaded."
              active={1}
              onPick={ignore}
            />
          </div>
        ),
      },
    ],
  },
];
