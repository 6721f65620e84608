import type { AcceptedQuestion, Question } from '../answers/acceptQuestion.ts';

/** What every call that asks for an answer takes. */
export interface Common {
  convo_id: string;
  event_session_id: string;
  request_id?: string | undefined;
  temperature?: number | undefined;
  concise_mode: boolean;
  function_calling: boolean;
  text: string;
}

export function asAsk(ask: Common, model: string, files: Question['files']): Question {
  return {
    chatId: ask.convo_id,
    sessionId: ask.event_session_id,
    messageId: ask.request_id,
    model,
    temperature: ask.temperature,
    concise: ask.concise_mode,
    functionCalling: ask.function_calling,
    text: ask.text,
    files,
  };
}

/** Header values are ASCII: names in other scripts are escaped as JSON escapes them. */
export function headersOf({ messageId, runId, sources }: AcceptedQuestion): Record<string, string> {
  const listed = JSON.stringify(sources).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return {
    'User-Message-Id': messageId,
    'Run-Id': runId,
    ...(sources.length > 0 && listed.length < 4_000 ? { 'Response-Sources': listed } : {}),
  };
}
