import type { AvaFunction } from '#api/functions/avaFunction.ts';
import { findInFile } from './findInFile.ts';
import { createListFiles } from './listFiles.ts';
import type { LookupScope } from './lookupScope.ts';
import { openFile } from './openFile.ts';
import { queryTable } from './queryTable.ts';
import { createSearchFiles } from './searchFiles.ts';

/** The functions with which a model looks up more in the files of a scope, as often as the budget of an answer allows. */
export function createLookups(scope: LookupScope): AvaFunction[] {
  return [createSearchFiles(scope), createListFiles(scope), openFile, findInFile, queryTable];
}
