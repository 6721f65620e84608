/** A part of pdfmake that has no types. */
declare module 'pdfmake/js/Renderer.js' {
  const renderer: unknown;
  export default renderer;
}
