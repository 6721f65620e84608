import { parseDocumentUrl, toDocumentUrl } from './openDocument.rules.ts';

const target = {
  fileId: '01ABC!/9',
  fileName: 'Überblick & Plan.docx',
  fileType: 'DOCX',
  page: 3,
  quote: 'paid up to 140 €',
  location: 'section A › B',
  site: 'Finance',
};

it('the address of a document names the file and what is shown of it', () => {
  expect(parseDocumentUrl(toDocumentUrl(target))).toEqual(target);
  const plain = { fileId: 'x', fileName: 'a.txt', fileType: 'TXT' };
  expect(parseDocumentUrl(toDocumentUrl(plain))).toEqual(plain);
});

it('the address leaves out a passage that is too long for it', () => {
  const address = toDocumentUrl({ ...target, quote: '漢'.repeat(2_000) });
  expect(address.length).toBeLessThanOrEqual(4_000);
  expect(parseDocumentUrl(address)).toMatchObject({ fileId: target.fileId, page: 3 });
});

it.each(['', 'https://evil.example/files/a/content?name=a&type=PDF', '/files/a/content', '/sites/a?name=a&type=PDF'])(
  'an address of another kind opens nothing: %s',
  (address) => {
    expect(parseDocumentUrl(address)).toBeNull();
  },
);
