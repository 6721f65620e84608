import * as limits from './limits.ts';

/** Both sections 9 of the specification, constant by constant; what it gives in seconds or MB is here in ms and bytes. */
const specified = {
  REQUEST_TIMEOUT_MS: 100_000,
  EXTRACTION_TIMEOUT_MS: 180_000,
  PROMPT_CALL_TIMEOUT_MS: 30_000,
  STATUS_POLL_MS: 1_000,
  GRAPH_MAX_RETRIES: 3,
  GRAPH_RETRY_BASE_MS: 2_000,
  GRAPH_SEARCH_HITS: 20,
  GRAPH_SEARCH_OFFSET: 0,
  CRAWL_FOLDER_BATCH: 5,
  CRAWL_PAUSE_MS: 1_000,
  CALENDAR_TOP: 100,
  TRANSCRIPT_DAYS: 14,
  MAX_FILE_BYTES: 73_400_320,
  FILE_CONTEXT_WARN_BYTES: 943_718.4,
  FILE_CONTEXT_MAX_BYTES: 1_048_576,
  IMAGE_MAX_MB: 0.5,
  IMAGE_MAX_SIDE_PX: 1_024,
  IMAGE_QUALITY: 0.7,
  IMAGE_BASE_TOKENS: 85,
  IMAGE_TILE_TOKENS: 170,
  IMAGE_TILE_PX: 512,
  DEFAULT_CONTEXT_WINDOW: 100_000,
  DEFAULT_MAX_OUTPUT_TOKENS: 4_000,
  DEFAULT_TEMPERATURE: 0.5,
  DEFAULT_TOP_P: 0.9,
  TASK_CONTEXT_WINDOW: 4_096,
  TASK_MAX_OUTPUT_TOKENS: 1_024,
  TASK_OVERHEAD_TOKENS: 754,
  TASK_OVERHEAD_CONCISE_TOKENS: 140,
  TASK_USAGE_DECIMALS: 1,
  DEFAULT_TASK_TYPE: 'standard',
  STEP_TITLE: 'Step',
  TEMPERATURES: { Analytic: 0.2, Balanced: 0.5, Creative: 0.8 },
  DEFAULT_CONCISE_MODE: false,
  DEFAULT_CHAT_MODEL: 'gpt-4.1-foundry-2025-04-14',
  DEFAULT_TASK_AND_SEARCH_MODEL: 'GPT-4o-2024-11-20-WUS3',
  MEMORY_DEBOUNCE_MS: 1_000,
  AUTOSAVE_DEBOUNCE_MS: 500,
  SEARCH_DEBOUNCE_MS: 500,
  RESIZE_PAUSE_MS: 1_000,
  SITE_LOOKUP_RETRY_MS: 100,
  WIDE_PX: 680,
  NARROW_LAYOUT_PX: 480,
  SCROLL_TOLERANCE_PX: 5,
  AUTOSCROLL_OFF_PX: 100,
  COMPOSER_MAX_PX: 240,
  MENTION_PICKER_MAX_PX: 400,
  TOAST_SUCCESS_MS: 3_000,
  TOAST_ERROR_MS: 5_000,
  NOTIFICATION_MS: 3_000,
  COPY_CHECK_MS: 1_000,
  COPIED_LABEL_MS: 2_000,
  SAVE_SNACKBAR_MS: 3_000,
  PROFILE_PHOTO_PX: 48,
  PROGRESS_LIST_MAX: 10,
  FILE_NAME_CUT: 25,
  LAYOUT_GRID_COLUMNS: 3,
  SLIDE_PREVIEW_HEIGHT_PERCENT: 90,
  PROMPT_TEAM_LIST_PX: 192,
  PROMPT_CACHE_MS: 300_000,
  PROMPT_RETRIES: 3,
  PROMPT_RETRY_MS: 500,
  SUGGESTED_FILE_PROMPTS: 3,
  SYNC_NOTE_MINUTES: 30,
  DATE_LOCALE: 'en-US',
};

/** What the specification leaves to the server. */
const own = {
  MAX_MESSAGE_CHARACTERS: 4_000_000,
  MAX_BODY_BYTES: 6_291_456,
  MAX_TITLE_CHARACTERS: 200,
  MAX_BODY_DEPTH: 32,
  RUNS_PER_PERSON: 8,
  TOKENS_PER_PERSON: 2_000_000,
  TOKENS_PER_PERSON_MS: 60_000,
  UPLOADS_PER_PERSON: 4,
  MAX_FILES_PER_MESSAGE: 50,
  RUN_EVENTS_KEPT_MS: 600_000,
  CLOCK_TOLERANCE_S: 300,
  DRAIN_MS: 25_000,
};

it('every constant of the specification has its value', () => {
  expect(limits).toMatchObject(specified);
});

it('there is no other constant than those and the few of our own', () => {
  expect({ ...limits }).toEqual({ ...specified, ...own });
});

it('the limits agree with each other', () => {
  expect(limits.MAX_FILE_BYTES).toBe(70 * 1_024 * 1_024);
  expect(limits.FILE_CONTEXT_WARN_BYTES).toBeCloseTo(0.9 * limits.FILE_CONTEXT_MAX_BYTES);
  // A request carries the longest message in one-byte characters, or a file context as base64 with a message beside it.
  expect(limits.MAX_BODY_BYTES).toBeGreaterThan(limits.MAX_MESSAGE_CHARACTERS);
  expect(limits.MAX_BODY_BYTES).toBeGreaterThan((4 / 3) * limits.FILE_CONTEXT_MAX_BYTES);
});
