import { proxy } from 'valtio';

/** A question that the person is editing. It is kept here because rows out of view are not rendered. */
export interface QuestionEdit {
  messageId: string;
  text: string;
  /** Id of the new question, so that sending it again after a lost reply does not store it twice. */
  requestId: string;
  /** Why it could not be sent. */
  failure: string | null;
}

/** The edit of each chat; a chat has at most one. */
export const edits = proxy<Record<string, QuestionEdit>>({});
