import { z } from 'zod';
import { getRequestedPerson } from '#sandbox/server/getRequestedPerson.ts';
import { control, type ControlTable } from '#sandbox/graph/controlTable.ts';
import type { GraphRoute, OpenAddress } from '#sandbox/graph/graphRoute.ts';
import type { SearchOffice } from '#sandbox/graph/sites/routes/searchRoutes.ts';
import { calendarRoutes } from './calendarRoutes.ts';
import { chatRoutes, searchChatMessages } from './chatRoutes.ts';
import { OUTLOOK_PATH, sendDraftPage } from './mailbox/draftPage.ts';
import { draftRoutes } from './mailbox/draftRoutes.ts';
import { createDraftStore } from './mailbox/draftStore.ts';
import { mailRoutes, searchMails } from './mailRoutes.ts';
import { meetingRoutes } from './meetingRoutes.ts';
import type { OfficeState } from './officeState.ts';

const TranscriptSettings = z.strictObject({ access: z.boolean().optional(), speakers: z.boolean().optional() });
const Mailbox = z.strictObject({
  person: z.string(),
  exists: z.boolean().default(true),
  full: z.boolean().default(false),
});
const RemovedTranscripts = z.strictObject({ meeting: z.string() });

/** Mail, chats, calendar and meetings of the sample organizations, with controls for failures. */
export function createOffice(): {
  routes: GraphRoute[];
  controls: ControlTable;
  search: SearchOffice;
  openAddresses: Record<string, OpenAddress>;
} {
  const drafts = createDraftStore();
  const state: OfficeState = {
    transcriptAccess: true,
    speakerNames: true,
    withoutMailbox: new Set(),
    fullMailboxes: new Set(),
    removedTranscripts: new Set(),
  };
  return {
    routes: [
      ...draftRoutes(state, drafts),
      ...mailRoutes(state, drafts),
      ...chatRoutes(),
      ...calendarRoutes(state),
      ...meetingRoutes(state),
    ],
    search: (type, words, caller) =>
      type === 'message' ? searchMails(state, words, caller) : searchChatMessages(words, caller),
    openAddresses: {
      [OUTLOOK_PATH]: async (query, _request, response) => sendDraftPage(drafts, query, response),
    },
    controls: {
      'POST /_sandbox/transcripts': control(TranscriptSettings, ({ access, speakers }) => {
        state.transcriptAccess = access ?? state.transcriptAccess;
        state.speakerNames = speakers ?? state.speakerNames;
        return { access: state.transcriptAccess, speakers: state.speakerNames };
      }),
      'POST /_sandbox/transcripts/remove': control(RemovedTranscripts, ({ meeting }) => {
        state.removedTranscripts.add(meeting);
        return { removed: meeting };
      }),
      'POST /_sandbox/mailbox': control(Mailbox, ({ person, exists, full }) => {
        const { oid } = getRequestedPerson(person);
        state.withoutMailbox.delete(oid);
        state.fullMailboxes.delete(oid);
        if (!exists) state.withoutMailbox.add(oid);
        if (full) state.fullMailboxes.add(oid);
        return { exists, full };
      }),
    },
  };
}
