import { acceptLists, extensionOf, familyOf, fileTypeOf, fileTypes, refuseChatFile } from './fileTypes.ts';
import { hasTables, isImage, readableNow } from './fileTypes.ts';
import { fileTypeTable } from './fileTypeTable.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the type a file claims', () => {
  it.each([
    ['application/pdf', 'minutes.txt', 'PDF'],
    ['APPLICATION/PDF; charset=binary', 'minutes', 'PDF'],
    ['image/jpeg', 'holiday', 'JPG'],
    [word, 'offer.bin', 'DOCX'],
    ['text/plain;charset=utf-8', 'notes', 'TXT'],
  ])('with the mime type %j and the name %j is decided by the mime type: %s', (mime, name, type) =>
    expect(fileTypeOf(mime, name)).toBe(type),
  );

  it.each([
    ['', 'Budget 2026.XLSX', 'XLSX'],
    ['application/octet-stream', 'holiday.jpeg', 'JPG'],
    ['', 'old.xls', 'XLS'],
    ['', 'server.log', 'LOG'],
    ['', 'C:\\Users\\Ada\\plan.pptx', 'PPTX'],
    ['', 'settings.yml', 'YAML'],
    ['', '.env', 'ENV'],
    ['', 'Dockerfile', 'DOCKERFILE'],
    ['', 'mail.eml', 'EMAIL'],
    ['', 'setup.exe', 'EXE'],
    ['', 'all.tar.gz', 'GZ'],
    ['', 'report.pdf. ', 'PDF'],
    // The right-to-left override displays this name as invoiceexe.pdf, although its extension is exe.
    ['', 'invoice\u202Efdp.exe', 'EXE'],
    ['', '../../etc/passwd', 'Unknown'],
    ['', 'pdf', 'Unknown'],
    ['', '', 'Unknown'],
    ['video/mp2t', 'index.ts', 'TS'],
    ['x-thing/unheard-of', 'a.unheard-of', 'Unknown'],
  ])('with the mime type %j and the name %j is decided by the extension: %s', (mime, name, type) =>
    expect(fileTypeOf(mime, name)).toBe(type),
  );

  it.each([
    ['text/plain', 'server.log', 'LOG'],
    ['text/plain', 'main.py', 'PY'],
    ['text/plain', 'figures.csv', 'CSV'],
    ['text/plain', 'trick.exe', 'TXT'],
    ['text/plain', 'trick.pdf', 'TXT'],
    ['application/vnd.ms-excel', 'figures.csv', 'CSV'],
    ['application/vnd.ms-excel', 'figures.xls', 'XLS'],
    ['application/zip', 'offer.docx', 'DOCX'],
    ['application/zip', 'offer.pdf', 'ZIP'],
  ])('is decided by a matching extension for the vague mime type %s of %s: %s', (mime, name, type) =>
    expect(fileTypeOf(mime, name)).toBe(type),
  );

  it('is unambiguous: each extension and each mime type is in one row only', () => {
    const rows = Object.values(fileTypeTable);
    for (const values of [rows.flatMap((row) => row.extensions), rows.flatMap((row) => row.mimes)])
      expect([...values].sort()).toEqual([...new Set<string>(values)].sort());
  });

  it('is unknown if its mime type or extension is the name of an object property', () => {
    expect(fileTypeOf('__proto__', 'x.constructor')).toBe('Unknown');
    expect(extensionOf('a.__proto__')).toBe('__proto__');
  });
});

describe('a file type', () => {
  const refuse = (name: string, type = '', { size = 1, uploads = true } = {}) =>
    refuseChatFile({ name, type, size }, { uploads });

  it('is accepted in Chat if AVA can read it, whatever MIME type the browser reports', () => {
    for (const [name, type] of [
      ['Plan.pdf', 'application/pdf'],
      ['Costs.csv', 'text/csv'],
      ['Costs.csv', 'application/vnd.ms-excel'],
      ['Notes.md', ''],
      ['Notes.md', 'text/markdown'],
      ['photo.png', 'image/png'],
    ])
      expect(refuse(name!, type)).toBeNull();
    expect(refuse('setup.exe')).toBe('type');
    expect(refuse('Costs.doc')).toBe('type');
  });

  it('is accepted in Chat up to exactly 70 MB', () => {
    expect(refuse('a.pdf', '', { size: 73_400_320 })).toBeNull();
    expect(refuse('a.pdf', '', { size: 73_400_321 })).toBe('size');
  });

  it('is refused, whatever its type, if the organization has turned off uploads', () => {
    for (const name of ['a.pdf', 'a.png', 'setup.exe']) expect(refuse(name, '', { uploads: false })).toBe('uploadsOff');
  });

  it('can be extracted if it is text, a document, a workbook, an e-mail or a transcript', () => {
    for (const type of [
      'TXT',
      'LOG',
      'CSV',
      'PY',
      'JSON',
      'ENV',
      'PDF',
      'DOCX',
      'PPTX',
      'XLSX',
      'XLS',
      'EMAIL',
      'VTT',
      'PNG',
      'TIF',
    ] as const)
      expect([type, readableNow(type)]).toEqual([type, true]);
    expect((['DOC', 'PPT', 'ZIP', 'EXE', 'Unknown'] as const).some(readableNow)).toBe(false);
  });

  it('can be calculated with if it is a workbook of any program, or comma-separated values', () => {
    const calculated = (['XLSX', 'XLS', 'ODS', 'CSV', 'TSV', 'ODT', 'DOCX', 'TXT', 'Unknown'] as const).filter(
      hasTables,
    );
    expect(calculated).toEqual(['XLSX', 'XLS', 'ODS', 'CSV', 'TSV']);
  });

  it('has a family', () => {
    expect(fileTypes.filter(isImage)).toEqual(['JPG', 'PNG', 'GIF']);
    expect([familyOf('YAML'), familyOf('PY'), familyOf('TEAMS'), familyOf('Unknown')]).toEqual([
      'data',
      'code',
      'message',
      'unknown',
    ]);
  });

  it('is in the accept lists of file inputs', () => {
    const offered = acceptLists.chatPicker.split(',');
    expect(offered.filter((ending) => refuse(`file${ending}`) !== null)).toEqual([]);
    expect(offered).toEqual(expect.arrayContaining(['.pdf', '.csv', '.md', '.png']));
    expect(acceptLists.corpus).toBe('.pdf,.docx,.pptx,.txt');
    expect(acceptLists.attach.split(',')).toEqual(expect.arrayContaining(['.xls', '.csv', '.log', '.py', '.toml']));
    expect(acceptLists.attach.split(',')).not.toContain('.zip');
  });
});
