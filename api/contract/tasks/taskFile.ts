import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { fileTypes, type FileType } from '#contract/files/fileTypes.ts';
import { MAX_TASK_FILES } from '#contract/limits.ts';

/** A file of a task or a step. The server has its text under `dataId`, the id that the upload returned. */
export const TaskFile = z.object({
  dataId: Id,
  dataType: z.enum(fileTypes as [FileType, ...FileType[]], 'not a type of file that AVA knows'),
  dataTitle: z.string().max(1_024).default(''),
  dataName: z.string().min(1).max(1_024),
  dataSize: z.number().int().min(0),
  dataResource: z
    .object({ siteId: z.string().max(400), itemId: z.string().max(400) })
    .nullable()
    .default(null),
  dataDate: z.string().max(60).nullable().default(null),
  dataSource: z
    .enum(['computer', 'microsoft365'])
    .default('computer')
    .describe('where the person took it from; copies for other people have no files from Microsoft 365'),
  imageTokenCount: z.number().int().min(0).nullable().default(null),
});
export type TaskFile = z.infer<typeof TaskFile>;

/** Whether a file is the person's own, so that a copy of the task for another person has it, too. */
export function isUploaded({ dataResource, dataSource }: Pick<TaskFile, 'dataResource' | 'dataSource'>): boolean {
  // Files that were stored by earlier releases have no source.
  return dataResource === null && dataSource !== 'microsoft365';
}

export const TaskFiles = z.array(TaskFile).max(MAX_TASK_FILES, `at most ${MAX_TASK_FILES} files`);
