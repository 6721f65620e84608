import type { Migration } from 'kysely/migration';
import * as first from './0001_first.ts';
import * as sites from './0002_sites.ts';
import * as chunks from './0003_chunks.ts';
import * as busy from './0004_busy.ts';
import * as bot from './0005_bot.ts';
import * as tokens from './0006_tokens.ts';
import * as chunkWords from './0007_chunk_words.ts';
import * as botNotices from './0008_bot_notices.ts';
import * as retold from './0009_retold.ts';
import * as quotas from './0010_quotas.ts';
import * as runAttempts from './0011_run_attempts.ts';
import * as plainNames from './0012_plain_names.ts';
import * as largeJson from './0013_large_json.ts';
import * as messageFiles from './0014_message_files.ts';
import * as versions from './0015_versions.ts';
import * as feedback from './0016_feedback.ts';
import * as history from './0017_history.ts';
import * as tasks from './0018_tasks.ts';
import * as taskNotices from './0019_task_notices.ts';
import * as workspaceVersions from './0021_workspace_versions.ts';
import * as listCorpora from './0023_list_corpora.ts';
import * as seenRuns from './0025_seen_runs.ts';
import * as exportedFiles from './0026_exports.ts';
import * as presentationTemplates from './0028_presentation_templates.ts';
import * as emailDrafts from './0030_email_drafts.ts';
import * as prompts from './0032_prompts.ts';
import * as promptVersions from './0033_prompt_versions.ts';
import * as organization from './0034_organization.ts';
import * as usage from './0035_usage.ts';
import * as functionCalls from './0039_function_calls.ts';
import * as welcome from './0042_welcome.ts';
import * as fileRetention from './0049_file_retention.ts';
import * as sharedCopies from './0051_shared_copies.ts';
import * as storedFiles from './0052_stored_files.ts';
import * as modelCalls from './0053_model_calls.ts';
import * as thoughts from './0054_thoughts.ts';
import * as unreadContent from './0055_unread_content.ts';
import * as wordTemplates from './0056_word_templates.ts';
import * as chatSites from './0061_chat_sites.ts';
import * as fileIndexes from './0064_file_indexes.ts';
import * as accessRequests from './0068_access_requests.ts';
import * as research from './0069_research.ts';
import * as answerReports from './0070_answer_reports.ts';

/** All migrations by name; they are run in the order of their names, each once, and never changed afterwards. */
export const migrations: Record<string, Migration> = {
  '0001_first': first,
  '0002_sites': sites,
  '0003_chunks': chunks,
  '0004_busy': busy,
  '0005_bot': bot,
  '0006_tokens': tokens,
  '0007_chunk_words': chunkWords,
  '0008_bot_notices': botNotices,
  '0009_retold': retold,
  '0010_quotas': quotas,
  '0011_run_attempts': runAttempts,
  '0012_plain_names': plainNames,
  '0013_large_json': largeJson,
  '0014_message_files': messageFiles,
  '0015_versions': versions,
  '0016_feedback': feedback,
  '0017_history': history,
  '0018_tasks': tasks,
  '0019_task_notices': taskNotices,
  '0021_workspace_versions': workspaceVersions,
  '0023_list_corpora': listCorpora,
  '0025_seen_runs': seenRuns,
  '0026_exports': exportedFiles,
  '0028_presentation_templates': presentationTemplates,
  '0030_email_drafts': emailDrafts,
  '0032_prompts': prompts,
  '0033_prompt_versions': promptVersions,
  '0034_organization': organization,
  '0035_usage': usage,
  '0039_function_calls': functionCalls,
  '0042_welcome': welcome,
  '0049_file_retention': fileRetention,
  '0051_shared_copies': sharedCopies,
  '0052_stored_files': storedFiles,
  '0053_model_calls': modelCalls,
  '0054_thoughts': thoughts,
  '0055_unread_content': unreadContent,
  '0056_word_templates': wordTemplates,
  '0061_chat_sites': chatSites,
  '0064_file_indexes': fileIndexes,
  '0068_access_requests': accessRequests,
  '0069_research': research,
  '0070_answer_reports': answerReports,
};
