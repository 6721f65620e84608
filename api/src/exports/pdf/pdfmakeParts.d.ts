/** Parts of pdfmake that have no types. */
declare module 'pdfmake/js/Renderer.js' {
  const renderer: unknown;
  export default renderer;
}
declare module 'pdfmake/js/PDFDocument.js' {
  const document: unknown;
  export default document;
}
