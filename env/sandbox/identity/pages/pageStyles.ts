/** Styles of the sign-in pages: Fluent's neutral and brand colors, light or dark by the system's setting. */
export const pageStyles = `
:root { --page: #f5f5f5; --card: #fff; --text: #242424; --quiet: #616161; --line: #e0e0e0; --hover: #f5f5f5;
  --brand: #5b5fc7; --brandHover: #4f52b2; --onBrand: #fff; --face: #e8ebfa; --onFace: #3d3e78; }
@media (prefers-color-scheme: dark) { :root { --page: #1f1f1f; --card: #292929; --text: #fff; --quiet: #adadad;
  --line: #525252; --hover: #3d3d3d; --brand: #7f85f5; --brandHover: #9299f7; --onBrand: #141414; --face: #383966; --onFace: #dce0fa; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 16px;
  padding: 24px 16px; background: var(--page); color: var(--text); font: 14px/20px "Segoe UI Variable", "Segoe UI", system-ui, sans-serif; }
main, footer { width: 100%; max-width: 440px; }
main { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 32px 32px 24px; box-shadow: 0 2px 8px rgb(0 0 0 / 8%); }
h1 { margin: 0 0 16px; text-wrap: balance; font-size: 24px; line-height: 32px; font-weight: 600; }
.where { margin: 0 0 4px; color: var(--quiet); }
footer p { margin: 0; padding: 0 16px; color: var(--quiet); font-size: 12px; line-height: 16px; }
ul { margin: 0 -16px 16px; padding: 0; list-style: none; }
ul.people { max-height: min(56vh, 520px); overflow-y: auto; padding: 2px; }
ul.plain { margin: 0 0 24px; padding-left: 20px; list-style: disc; }
button { font: inherit; cursor: pointer; border-radius: 4px; border: 1px solid transparent; }
button:focus-visible { outline: 2px solid var(--text); outline-offset: -2px; }
.person { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 64px; padding: 8px 14px; text-align: left; background: none; color: inherit; }
.person:hover { background: var(--hover); }
.person span:last-child, .who span:last-child { min-width: 0; }
b { font-weight: 600; }
.person b, .who b, small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
small { color: var(--quiet); font-size: 12px; line-height: 16px; }
.face { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center; background: var(--face); color: var(--onFace); font-weight: 600; font-size: 13px; }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 16px; }
.row { display: flex; gap: 8px; justify-content: flex-end; }
.primary, .secondary { min-height: 32px; padding: 4px 20px; font-weight: 600; }
.primary { background: var(--brand); color: var(--onBrand); }
.primary:hover { background: var(--brandHover); }
.secondary { background: none; color: inherit; border-color: var(--line); }
.quiet { background: none; color: var(--brand); padding: 6px 8px; margin-left: -8px; }
.quiet:hover { text-decoration: underline; }
@media (max-width: 480px) { main { padding: 24px; } .person { min-height: 68px; } .primary, .secondary, .quiet { min-height: 44px; } }
@media (forced-colors: active) { .face { border: 1px solid; } .person:hover { outline: 1px solid Highlight; } }
`;
