import * as accessRequests from './sites/accessRequests.ts';
import * as admin from './admin/admin.ts';
import * as bot from './bot.ts';
import * as chat from './chats/chat.ts';
import * as corpusFiles from './sites/corpusFiles.ts';
import * as emailDrafts from './exports/emailDrafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as evaluation from './admin/evaluation.ts';
import * as exports from './exports/exports.ts';
import * as feedback from './chats/feedback.ts';
import * as files from './files/files.ts';
import * as history from './chats/history.ts';
import * as meetings from './files/meetings.ts';
import * as modelCheck from './admin/modelCheck.ts';
import * as models from './models.ts';
import * as organization from './organization.ts';
import * as people from './people.ts';
import * as presentations from './exports/presentations.ts';
import * as prompts from './prompts/prompts.ts';
import * as answerEvents from './runs/answerEvents.ts';
import * as jobs from './runs/jobs.ts';
import * as search from './sites/search.ts';
import * as settings from './settings.ts';
import * as sites from './sites/sites.ts';
import * as sources from './files/sources.ts';
import * as taskLibrary from './tasks/taskLibrary.ts';
import * as taskRuns from './tasks/taskRuns.ts';
import * as tasks from './tasks/tasks.ts';
import * as usage from './admin/usage.ts';
import * as versions from './chats/versions.ts';
import * as workspace from './workspace.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Every call of the API by name, for the OpenAPI document and the permission tests. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    accessRequests,
    admin,
    answerEvents,
    bot,
    chat,
    corpusFiles,
    emailDrafts,
    evaluation,
    exports,
    feedback,
    files,
    history,
    jobs,
    meetings,
    modelCheck,
    models,
    organization,
    people,
    presentations,
    prompts,
    search,
    settings,
    sites,
    sources,
    taskLibrary,
    taskRuns,
    tasks,
    usage,
    versions,
    workspace,
  ].flatMap((module) => Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
);
