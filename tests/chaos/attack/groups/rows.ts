import { randomUUID } from 'node:crypto';
import {
  cancelChatResponse,
  chatResponse,
  deleteChat,
  getAnswerMetadata,
  getChat,
  renameChat,
  shareChat,
} from '#contract/chats/chat.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getFileBytes, getFileText } from '#contract/files/files.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { getSimilarityResults } from '#contract/sites/search.ts';
import { saveSettings } from '#contract/settings.ts';
import { saveFileViewer, saveWorkspace } from '#contract/workspace.ts';
import { getPerson } from '#sandbox/people.ts';
import type { CallInput } from '#tests/harness/http/request.ts';
import { type PersonData } from '#tests/harness/client/personData.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { MODEL } from '#tests/harness/client/answers.ts';

const panels = Object.fromEntries(Array.from({ length: 180_000 }, (_, index) => [`panel number ${index}`, index]));
const panelBody = Buffer.from(JSON.stringify({ settings: { panelSizes: panels } }));
const results = Array.from({ length: 25 }, (_, index) => ({ messageId: `${index}`, content: 'tea '.repeat(45_000) }));

/** Attacks that store rows of the maximum size, or use ids of another person's data. */
export const rows: AttackGroup = {
  name: 'rows',
  attacks: [
    { name: 'panel sizes of 5 MB', run: savePanels },
    { name: 'a workspace of 5 MB', maxTimes: 10, run: saveLargeWorkspace },
    { name: 'a hundred small rows', maxTimes: 5, run: saveManyViewers },
    {
      name: 'settings with long instructions',
      run: async (attacker) =>
        void (await attacker.call(saveSettings, { settings: { customInstructions: '"'.repeat(10_000) } })),
    },
    { name: 'ids of another person', run: useForeignIds },
  ],
};

async function savePanels(attacker: Attacker): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': String(panelBody.length) };
  await attacker.send({ method: 'POST', path: saveSettings.path, headers, body: panelBody });
}

async function saveLargeWorkspace(attacker: Attacker): Promise<void> {
  await attacker.call(saveWorkspace, { workspace_id: randomUUID(), content: { notes: '', results } });
}

async function saveManyViewers(attacker: Attacker): Promise<void> {
  for (let count = 0; count < 100 && !attacker.stopped.aborted; count += 1)
    await attacker.call(saveFileViewer, {
      file_viewer_id: randomUUID(),
      document_url: 'https://northwind.example/tea',
    });
}

/** Calls with ids of another person. Each must respond as if the id did not exist. */
const listForeignCalls = ({
  chatId,
  answerId,
  runId,
  sessionId,
  fileId,
  jobId,
}: PersonData): [Endpoint, CallInput][] => [
  [getChat, { convo_id: chatId }],
  [renameChat, { convo_id: chatId, title: 'Mine' }],
  [deleteChat, { convo_id: chatId }],
  [shareChat, { convo_id: chatId, peers: JSON.stringify([getPerson('ben').oid]) }],
  [cancelChatResponse, { convo_id: chatId, event_session_id: sessionId }],
  [chatResponse, { convo_id: chatId, event_session_id: randomUUID(), model: MODEL, text: 'tea' }],
  [followAnswerRun, { run_id: runId }],
  [getStatus, { jobId }],
  [getStatus, { jobId: runId }],
  [getFileText, { file_id: fileId }],
  [getFileBytes, { file_id: fileId }],
  [getAnswerMetadata, { message_id: answerId }],
  [getSimilarityResults, { id: answerId }],
];

async function useForeignIds(attacker: Attacker): Promise<void> {
  for (const [endpoint, input] of listForeignCalls(attacker.target.others)) {
    const reply = await attacker.call(endpoint, input);
    if (reply && reply.status < 400)
      attacker.reportBreach(`${endpoint.method} ${endpoint.path} accepted the id of another person`);
  }
}
