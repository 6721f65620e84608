import { z } from 'zod';
import { getRequestedPerson } from '../../server/getRequestedPerson.ts';
import { control, type ControlTable } from '../controlTable.ts';
import type { GraphRoute } from '../graphRoute.ts';
import type { SearchOffice } from '../sites/routes/searchRoutes.ts';
import { calendarRoutes } from './calendarRoutes.ts';
import { chatRoutes, searchChatMessages } from './chatRoutes.ts';
import { mailRoutes, searchMails } from './mailRoutes.ts';
import { meetingRoutes } from './meetingRoutes.ts';
import type { OfficeState } from './officeState.ts';

const TranscriptSettings = z.strictObject({ access: z.boolean().optional(), speakers: z.boolean().optional() });
const Mailbox = z.strictObject({ person: z.string(), exists: z.boolean() });
const RemovedTranscripts = z.strictObject({ meeting: z.string() });

/** Mail, chats, calendar and meetings of the sample organizations, with controls for failures. */
export function createOffice(): { routes: GraphRoute[]; controls: ControlTable; search: SearchOffice } {
  const state: OfficeState = {
    transcriptAccess: true,
    speakerNames: true,
    withoutMailbox: new Set(),
    removedTranscripts: new Set(),
  };
  return {
    routes: [...mailRoutes(state), ...chatRoutes(), ...calendarRoutes(state), ...meetingRoutes(state)],
    search: (type, words, caller) =>
      type === 'message' ? searchMails(state, words, caller) : searchChatMessages(words, caller),
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
      'POST /_sandbox/mailbox': control(Mailbox, ({ person, exists }) => {
        const { oid } = getRequestedPerson(person);
        if (exists) state.withoutMailbox.delete(oid);
        else state.withoutMailbox.add(oid);
        return { exists };
      }),
    },
  };
}
