/** Styles of the tree that holds a drawn document. A document is black on white in every theme. */
export const drawingStyles = `
  :host { color-scheme: light; }
  .word { padding: 8px; color: #000; font-family: 'Segoe UI', Arial, sans-serif; overflow-wrap: anywhere; }
  .word .docx-wrapper { background: none !important; padding: 0 !important; display: block !important; }
  .word .docx-wrapper > section.docx {
    box-sizing: border-box; width: auto !important; min-height: 0 !important; margin: 0 0 8px !important;
    padding: 24px 20px !important; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 25%); overflow: auto;
  }
  /* Columns are as wide as their numbers and words, which would be broken in a narrow panel. */
  .word table { table-layout: auto !important; }
  .word td, .word th { overflow-wrap: break-word; }
  .word img, .word svg { max-width: 100%; }
  .word a { color: #0b5cad; }
  .slides { padding: 8px; }
  .slide { position: relative; margin: 0 0 8px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 25%); overflow: hidden; }
  .slide > div { position: absolute; inset: 0 auto auto 0; transform-origin: 0 0; }
  mark { background: rgb(255 205 0 / 45%); color: inherit; box-shadow: 0 2px 0 rgb(150 100 0); }
`;
