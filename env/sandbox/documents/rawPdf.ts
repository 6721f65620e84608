/**
 * Assembles a PDF from the texts of its objects (Latin-1, one byte per character): numbers them from 1 and adds the
 * cross-reference table.
 * @param trailer entries of the trailer except its size, for example `/Root`
 */
export function assemblePdf(objects: string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${count} ${trailer} >>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  );
}
