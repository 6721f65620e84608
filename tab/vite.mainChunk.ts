import { fileURLToPath } from 'node:url';

/** What getModuleInfo tells, as far as it is needed here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const BEGINNING = fileURLToPath(new URL('src/main.tsx', import.meta.url));
/** The screen that people begin with is fetched lazily, but always. */
const FIRST_SCREEN = /features\/chat\/ChatScreen\.tsx$/;
/** Parts of Fluent that only dialogs and drawers use; without them here, the rest of the first load stays small. */
const LATER =
  /@fluentui\/(react-(card|checkbox|combobox|dialog|drawer|field|label|list|overflow|progress|radio|slider|switch|table|textarea)|priority-overflow)\//;

let first: Set<string> | undefined;

/**
 * The one file that all modules of the first load belong in. Left to itself the bundler makes some sixty small ones, which
 * compress worse and each cost a request.
 * @returns `null` for a module that is loaded when it is needed.
 */
export function fileOfFirstLoad(id: string, graph: ModuleGraph): string | null {
  first ??= reachedFrom(BEGINNING, graph);
  return first.has(id) && !LATER.test(id) ? 'ava' : null;
}

function reachedFrom(beginning: string, graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const ahead = [beginning];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    if (!info) continue;
    ahead.push(...info.importedIds, ...info.dynamicallyImportedIds.filter((each) => FIRST_SCREEN.test(each)));
  }
  return reached;
}
