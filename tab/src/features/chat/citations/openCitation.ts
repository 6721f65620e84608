import type { Citation } from '../../../../../api/contract/runs.ts';
import { openInViewer } from '../../workspace/workspace.actions.ts';

/** Opens the file of a citation beside the conversation, at the passage it quotes. */
export function openCitation({ fileid, filename, datatype, pagenumber, quote }: Citation): void {
  const page = pagenumber === null ? {} : { page: pagenumber };
  const passage = quote === '' ? {} : { quote };
  void openInViewer({ fileId: fileid, fileName: filename, fileType: datatype, ...page, ...passage });
}
