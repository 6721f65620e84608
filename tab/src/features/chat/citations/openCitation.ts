import type { Citation } from '../../../../../api/contract/runs.ts';
import { openInViewer } from '../../workspace/workspace.actions.ts';

/** Opens the file of a citation beside the conversation, at the passage it quotes. */
export function openCitation(citation: Citation): void {
  const { fileid, filename, datatype, pagenumber, quote, place, site, standing } = citation;
  void openInViewer({
    fileId: fileid,
    fileName: filename,
    fileType: datatype,
    standing,
    ...(pagenumber === null ? {} : { page: pagenumber }),
    ...(quote === '' ? {} : { quote }),
    ...(place === '' ? {} : { place }),
    ...(site === null ? {} : { site }),
  });
}
