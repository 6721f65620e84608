/** The numbers of the specification, then AVA's own limits that more than one file needs. */

export const REQUEST_TIMEOUT_MS = 100_000;
/** An idle stream gets a comment line at this interval, because proxies close silent connections. */
export const STREAM_KEEP_ALIVE_MS = 15_000;
/** A stream without data for longer than this counts as disconnected, for example because a laptop slept. */
export const STREAM_SILENCE_MS = 3 * STREAM_KEEP_ALIVE_MS;
export const EXTRACTION_TIMEOUT_MS = 180_000;
export const PROMPT_CALL_TIMEOUT_MS = 30_000;
export const STATUS_POLL_MS = 1_000;
/** Prompts that are suggested for attached files. */
export const MAX_SUGGESTED_PROMPTS = 3;

export const GRAPH_MAX_RETRIES = 3;
export const GRAPH_RETRY_BASE_MS = 2_000;
export const GRAPH_SEARCH_HITS = 20;
export const CALENDAR_EVENTS = 100;
export const MEETING_DAYS = 14;
export const CRAWL_FOLDER_BATCH = 5;
export const CRAWL_PAUSE_MS = 1_000;

/** 70 MB. */
export const MAX_FILE_BYTES = 73_400_320;
export const FILE_CONTEXT_WARN_BYTES = 943_718.4;
export const FILE_CONTEXT_MAX_BYTES = 1_048_576;

export const IMAGE_MAX_MB = 0.5;
export const IMAGE_MAX_SIDE_PX = 1_024;
export const IMAGE_QUALITY = 0.7;
export const IMAGE_BASE_TOKENS = 85;
export const IMAGE_TILE_TOKENS = 170;
export const IMAGE_TILE_PX = 512;

export const DEFAULT_CONTEXT_WINDOW = 100_000;
export const DEFAULT_MAX_OUTPUT_TOKENS = 4_000;
export const DEFAULT_TEMPERATURE = 0.5;
export const DEFAULT_TOP_P = 0.9;

export const TEMPERATURES = { Analytic: 0.2, Balanced: 0.5, Creative: 0.8 } as const;
export type TemperatureName = keyof typeof TEMPERATURES;
export const DEFAULT_CONCISE_MODE = false;
export const DEFAULT_CHAT_MODEL = 'gpt-4.1-foundry-2025-04-14';
export const DEFAULT_TASK_AND_SEARCH_MODEL = 'GPT-4o-2024-11-20-WUS3';

export const MEMORY_DEBOUNCE_MS = 1_000;
export const AUTOSAVE_DEBOUNCE_MS = 500;
export const SEARCH_DEBOUNCE_MS = 500;
export const RESIZE_PAUSE_MS = 1_000;
export const SITE_LOOKUP_RETRY_MS = 100;

export const WIDE_PX = 680;
export const SCROLL_TOLERANCE_PX = 5;
export const AUTOSCROLL_OFF_PX = 100;
export const COMPOSER_MAX_PX = 240;
export const MENTION_PICKER_MAX_PX = 400;

export const TOAST_SUCCESS_MS = 3_000;
export const TOAST_ERROR_MS = 5_000;
export const COPY_CHECK_MS = 1_000;
export const COPIED_LABEL_MS = 2_000;

export const PROFILE_PHOTO_PX = 48;
export const PROGRESS_LIST_MAX = 10;
export const FILE_NAME_CUT = 25;
export const SYNC_NOTE_MINUTES = 30;
export const DATE_LOCALE = 'en-US';

/** Largest message, in bytes of its text, citations and file names; a longer text is attached as a file. */
export const MAX_MESSAGE_BYTES = 524_288;
/** Largest chat, in bytes: twice the text of a context window of a million tokens, with the answers' citations. */
export const MAX_CHAT_BYTES = 16_777_216;
export const MAX_CHAT_MESSAGES = 5_000;
/** Maximum number of versions of one question or answer. */
export const MAX_VERSIONS = 50;
export const CHAT_PAGE_BYTES = 524_288;
/**
 * Bytes of messages that one person can store, including copies that the receivers have not opened. 50 exchanges a working
 * day are 100 MB a year. The person's tasks, their outputs and items of the library can be as large together.
 */
export const BYTES_PER_PERSON = 536_870_912;
/** Maximum length of the notes of one workspace. */
export const MAX_NOTES_CHARACTERS = 200_000;
/** Largest JSON or form body, in bytes: the file context, a long text and field names. */
export const MAX_BODY_BYTES = 6_291_456;
export const MAX_TITLE_CHARACTERS = 200;
/** Maximum number of chats that one call can list, change or delete. */
export const MAX_CHATS_PER_CALL = 1_000;
export const MAX_FOLDERS = 100;
export const MAX_FOLDER_NAME_CHARACTERS = 60;
/** A longer text in the search box is cut; the search uses its first words. */
export const MAX_SEARCH_CHARACTERS = 10_000;
export const MAX_SEARCH_RESULTS = 30;
/** How long a deleted chat can be restored. The offer to undo is shown for a shorter time. */
export const RESTORE_CHATS_MS = 60_000;
/** Maximum time in which a JSON or form body must arrive. */
export const BODY_TIMEOUT_MS = 60_000;
/** An upload can take BODY_TIMEOUT_MS plus a second per this many bytes: 76 minutes for the largest file. */
export const UPLOAD_BYTES_PER_SECOND = 16_384;
/** Answers and extractions that one person can have in progress; extractions are accepted up to twice this number. */
export const RUNS_PER_PERSON = 8;
/**
 * Tokens that one person can send to models within TOKENS_PER_PERSON_MS. The question that exceeds this number is still
 * accepted, and the next one is refused.
 */
export const TOKENS_PER_PERSON = 2_000_000;
export const TOKENS_PER_PERSON_MS = 60_000;
/** Uploads that one person can send at once. */
export const UPLOADS_PER_PERSON = 4;
/** Results of a call that an answer shows. */
export const MAX_CALL_RESULTS = 10;
/** Files that one message can contain. */
export const MAX_FILES_PER_MESSAGE = 50;
/**
 * Total size in bytes of the files that one person can store (2 GB). A person can also upload only this many bytes a
 * day, whether they delete files or not.
 */
export const UPLOAD_BYTES_PER_PERSON = 2_147_483_648;
export const DRAIN_MS = 25_000;

/** Steps of one task. */
export const MAX_TASK_STEPS = 200;
/** Characters of the instructions, the actions, or goal and format of a step. */
export const MAX_STEP_DETAIL_CHARACTERS = 10_000;
/** Steps that one save can contain; the tab sends only changed steps, and more of them in several saves. */
export const MAX_STEPS_PER_SAVE = 20;
/** Files of one step, or of the task itself. */
export const MAX_TASK_FILES = 20;
/** Context window and output of a model that is not known, in the formula of the token usage. */
export const TASK_DEFAULT_CONTEXT_WINDOW = 4_096;
export const TASK_DEFAULT_MAX_OUTPUT_TOKENS = 1_024;
/** Tokens of the system prompt in the formula of the token usage. */
export const TASK_OVERHEAD_TOKENS = 754;
export const TASK_OVERHEAD_TOKENS_CONCISE = 140;

/** Characters of a text that can be made into a document; a chat with more is exported in parts. */
export const MAX_EXPORT_CHARACTERS = 2_000_000;
export const MAX_EXPORT_IMAGES = 200;
export const MAX_SLIDE_TITLE_CHARACTERS = 2_000;
export const MAX_PRESENTATION_SECTIONS = 300;
/** Slides of one presentation, those that continue a section included. */
export const MAX_SLIDES = 500;

export const MAX_PROMPT_CHARACTERS = 20_000;
/** Variables of a prompt that a person is asked for. */
export const MAX_PROMPT_VARIABLES = 20;
/** How long a deleted prompt can be restored. */
export const RESTORE_PROMPT_MS = 60_000;
