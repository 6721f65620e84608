/** Documents for tests, made on the spot by the makers of the sandbox: what they say and where is known. */
export { makeDocx, type DocxSection } from '../../env/sandbox/documents/docx.ts';
export { makeLockedPdf } from '../../env/sandbox/documents/lockedPdf.ts';
export { makeBrokenPdf, makePdf, makeScannedPdf } from '../../env/sandbox/documents/pdf.ts';
export { makePng } from '../../env/sandbox/documents/png.ts';
export { makePptx, type Slide } from '../../env/sandbox/documents/pptx.ts';
export { makeText } from '../../env/sandbox/documents/textFile.ts';
