import type { Citation } from '../../../../../api/contract/runs/runs.ts';
import { openInSharePoint, openInViewer } from '../../workspace/viewer/viewer.actions.ts';

/** Opens the file of a citation in the workspace, at the cited passage. */
export function openCitation(citation: Citation): void {
  const { fileid, filename, datatype, pagenumber, quote, location, site, standing } = citation;
  void openInViewer({
    fileId: fileid,
    fileName: filename,
    fileType: datatype,
    standing,
    ...(pagenumber === null ? {} : { page: pagenumber }),
    ...(quote === '' ? {} : { quote }),
    ...(location === '' ? {} : { location }),
    ...(site === null ? {} : { site }),
  });
}

/** Opens the file of a citation in SharePoint, where only files of a site are stored. */
export function openCitedFile({ fileid, site }: Citation): void {
  if (site !== null) void openInSharePoint({ fileId: fileid, site });
}
