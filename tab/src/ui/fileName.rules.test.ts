import { splitFileName } from './fileName.rules.ts';

it.each([
  ['Quarterly report of the finance team v12.docx', 'Quarterly report of the finance team ', 'v12.docx'],
  ['a.md', '', 'a.md'],
  ['archive.tar.gz', 'archive.', 'tar.gz'],
  ['Charts 📊📊📊📊.xlsx', 'Charts 📊', '📊📊📊.xlsx'],
  ['Dockerfile', 'Dockerfile', ''],
  ['.env', '.env', ''],
  ['Minutes. Not an extension', 'Minutes. Not an extension', ''],
  ['תקציב שנתי.docx', 'תקציב שנתי.docx', ''],
  ['', '', ''],
])('in the file name %j, the start %j can be cut, and the end %j stays', (name, start, end) => {
  expect(splitFileName(name)).toEqual({ start, end });
});
