import { toExportName } from './exports.ts';

it.each([
  ['Report: Q3/Q4 🎉', 'Report Q3 Q4 🎉.pdf'],
  ['../../etc/passwd', 'etc passwd.pdf'],
  ['  .hidden. ', 'hidden.pdf'],
  ['CON', 'CON_.pdf'],
  ['nul.2026', 'nul_.2026.pdf'],
  ['COM¹', 'COM¹_.pdf'],
  ['Contract', 'Contract.pdf'],
  ['_vti_bin\u0007\r\nX-Header: 1', 'vtibin X-Header 1.pdf'],
  ['\u200b\ufeff\u200d', 'Export.pdf'],
  ['💾\ud83d', '💾\ufffd.pdf'],
  ['invoice\u202efdp', 'invoice fdp.pdf'],
  ['***', 'Export.pdf'],
  ['預算', '預算.pdf'],
])('an export named %j is saved as %j', (name, fileName) => {
  expect(toExportName(name, 'pdf')).toBe(fileName);
});

it('cuts a long name between characters', () => {
  const name = toExportName('👩‍👩‍👧'.repeat(60), 'docx');
  expect(name.endsWith('👩‍👩‍👧.docx')).toBe(true);
  expect(Buffer.byteLength(name)).toBeLessThan(255);
});
