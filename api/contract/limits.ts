/** Every constant of both sections 9 of the specification, and the few limits of our own; listed by limits.test.ts. */

export const REQUEST_TIMEOUT_MS = 100_000;
export const EXTRACTION_TIMEOUT_MS = 180_000;
export const PROMPT_CALL_TIMEOUT_MS = 30_000;
export const STATUS_POLL_MS = 1_000;

export const GRAPH_MAX_RETRIES = 3;
export const GRAPH_RETRY_BASE_MS = 2_000;
export const GRAPH_SEARCH_HITS = 20;
export const GRAPH_SEARCH_OFFSET = 0;
export const CRAWL_FOLDER_BATCH = 5;
export const CRAWL_PAUSE_MS = 1_000;
export const CALENDAR_TOP = 100;
export const TRANSCRIPT_DAYS = 14;

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
export const TASK_CONTEXT_WINDOW = 4_096;
export const TASK_MAX_OUTPUT_TOKENS = 1_024;
export const TASK_OVERHEAD_TOKENS = 754;
export const TASK_OVERHEAD_CONCISE_TOKENS = 140;
export const TASK_USAGE_DECIMALS = 1;
export const DEFAULT_TASK_TYPE = 'standard';
/** A new step is called this and its number. */
export const STEP_TITLE = 'Step';

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
export const NARROW_LAYOUT_PX = 480;
export const SCROLL_TOLERANCE_PX = 5;
export const AUTOSCROLL_OFF_PX = 100;
export const COMPOSER_MAX_PX = 240;
export const MENTION_PICKER_MAX_PX = 400;

export const TOAST_SUCCESS_MS = 3_000;
export const TOAST_ERROR_MS = 5_000;
export const NOTIFICATION_MS = 3_000;
export const COPY_CHECK_MS = 1_000;
export const COPIED_LABEL_MS = 2_000;
export const SAVE_SNACKBAR_MS = 3_000;

export const PROFILE_PHOTO_PX = 48;
export const PROGRESS_LIST_MAX = 10;
export const FILE_NAME_CUT = 25;
export const LAYOUT_GRID_COLUMNS = 3;
export const SLIDE_PREVIEW_HEIGHT_PERCENT = 90;
export const PROMPT_TEAM_LIST_PX = 192;
export const PROMPT_CACHE_MS = 300_000;
export const PROMPT_RETRIES = 3;
export const PROMPT_RETRY_MS = 500;
export const SUGGESTED_FILE_PROMPTS = 3;
export const SYNC_NOTE_MINUTES = 30;
export const DATE_LOCALE = 'en-US';

/** Largest message, in bytes of its text, citations and file names; a longer text is attached as a file. */
export const MAX_MESSAGE_BYTES = 524_288;
/** An answer is cut here with the finish `length`; no model in use may write as much. */
export const MAX_ANSWER_CHARACTERS = 400_000;
/** Largest chat; twice what a context window of a million tokens holds, with the citations of the answers. */
export const MAX_CHAT_BYTES = 16_777_216;
export const MAX_CHAT_MESSAGES = 5_000;
/** Messages that `GET /chat` gives at once: as many as fit into CHAT_PAGE_BYTES, one at least. */
export const CHAT_PAGE_MESSAGES = 100;
export const CHAT_PAGE_BYTES = 524_288;
/** Chats that one person may have; ten a working day for four years. */
export const CHATS_PER_PERSON = 10_000;
/** Messages that one person may store, copies shared with others included; 50 exchanges a working day make 100 MB a year. */
export const BYTES_PER_PERSON = 536_870_912;
/** Notes and kept results of all workspaces of one person. */
export const WORKSPACE_BYTES_PER_PERSON = 67_108_864;
/** Open documents that are remembered for one person, the last used first. */
export const FILE_VIEWERS_PER_PERSON = 200;
/** Largest JSON or form body, in bytes: the file context, a long text, and room for field names. */
export const MAX_BODY_BYTES = 6_291_456;
export const MAX_TITLE_CHARACTERS = 200;
/** Panels whose sizes are kept for a person. */
export const MAX_PANELS = 50;
/** Deepest nesting of a JSON body that is read. */
export const MAX_BODY_DEPTH = 32;
/** Values in a JSON body; a workspace with all of its results has 600, a message with 200 citations 2,600. */
export const MAX_BODY_VALUES = 10_000;
/** Fields of a form or a query; no call has more than ten. */
export const MAX_FIELDS = 100;
/** How long a JSON or form body may take to arrive. */
export const BODY_TIMEOUT_MS = 60_000;
/** An upload may take BODY_TIMEOUT_MS and a second more for so many bytes: the largest file 76 minutes. */
export const UPLOAD_BYTES_PER_SECOND = 16_384;
/** Answers, extractions and uploads one person may have under way at once. */
export const RUNS_PER_PERSON = 8;
/** Tokens one person may give to models within TOKENS_PER_PERSON_MS; the question that passes the limit is the last. */
export const TOKENS_PER_PERSON = 2_000_000;
export const TOKENS_PER_PERSON_MS = 60_000;
export const UPLOADS_PER_PERSON = 4;
/** Files one message may carry. */
export const MAX_FILES_PER_MESSAGE = 50;
/** Events of an ended run are kept this long for late readers; after that the saved message answers. */
export const RUN_EVENTS_KEPT_MS = 600_000;
/** Largest difference between two clocks that a token check forgives, in seconds. */
export const CLOCK_TOLERANCE_S = 300;
export const DRAIN_MS = 25_000;
