import type { AcceptedQuestion, Question } from '../answers/acceptQuestion.ts';

/** A longer list of sources is left out of the headers, because proxies limit their size. */
const MAX_SOURCES_CHARACTERS = 4_000;

/** Fields of every call that asks for an answer. */
interface AnswerFields {
  convo_id: string;
  event_session_id: string;
  request_id?: string | undefined;
  temperature?: number | undefined;
  concise_mode: boolean;
  function_calling: boolean;
  text: string;
}

export function toQuestion(fields: AnswerFields, model: string, files: Question['files']): Question {
  return {
    chatId: fields.convo_id,
    sessionId: fields.event_session_id,
    messageId: fields.request_id,
    model,
    temperature: fields.temperature,
    concise: fields.concise_mode,
    functionCalling: fields.function_calling,
    text: fields.text,
    files,
  };
}

/** Headers of an answer. Their values are ASCII, so other characters are escaped as in JSON. */
export function createAnswerHeaders({ messageId, runId, sources }: AcceptedQuestion): Record<string, string> {
  const sourceList = JSON.stringify(sources).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const hasSources = sources.length > 0 && sourceList.length < MAX_SOURCES_CHARACTERS;
  return {
    'User-Message-Id': messageId,
    'Run-Id': runId,
    ...(hasSources ? { 'Response-Sources': sourceList } : {}),
  };
}
