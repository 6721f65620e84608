import type { GeneratedAlways } from 'kysely';
import type { Json, Owned, Timestamp } from './columnTypes.ts';

/** Tables of the prompt library. */
export interface PromptSchema {
  prompt: Owned & {
    id: string;
    /** Name and address at the last save, for people who have never opened the tab. */
    owner_name: string;
    owner_email: string;
    title: string;
    /** The title for comparison with others: `toTitleKey`. */
    title_key: string;
    text: string;
    labels: Json<string[]>;
    is_private: boolean;
    /** Ids of the sites whose readers see the prompt; empty for everybody in the organization. */
    teams: Json<string[]>;
    version: number;
    bytes: GeneratedAlways<number>;
    created_at: Timestamp;
    modified_at: Timestamp;
    /** Set when the person deleted the prompt; it can be restored until the sweep removes it. */
    deleted_at: Timestamp | null;
  };
  prompt_version: {
    prompt_id: string;
    version: number;
    title: string;
    text: string;
    labels: Json<string[]>;
    is_private: boolean;
    modified_at: Timestamp;
  };
}
