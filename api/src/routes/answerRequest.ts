import type { AcceptedQuestion, AnswerOptions, Question } from '#api/answers/acceptQuestion.ts';

/** A longer list of sources is left out of the headers, because proxies limit their size. */
const MAX_SOURCES_CHARACTERS = 4_000;

/** Fields of every call that starts an answer. */
interface OptionFields {
  convo_id: string;
  event_session_id: string;
  temperature?: number | undefined;
  concise_mode: boolean;
  function_calling: boolean;
  look_up: boolean;
  time_zone?: string | undefined;
}

interface QuestionFields extends OptionFields {
  request_id?: string | undefined;
  edit_of?: string | undefined;
  text: string;
}

export function toAnswerOptions(fields: OptionFields, model: string): AnswerOptions {
  return {
    chatId: fields.convo_id,
    sessionId: fields.event_session_id,
    model,
    temperature: fields.temperature,
    concise: fields.concise_mode,
    functionCalling: fields.function_calling,
    lookUp: fields.look_up,
    timeZone: fields.time_zone,
  };
}

export function toQuestion(fields: QuestionFields, model: string, files: Question['files']): Question {
  return {
    ...toAnswerOptions(fields, model),
    messageId: fields.request_id,
    editOf: fields.edit_of,
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
