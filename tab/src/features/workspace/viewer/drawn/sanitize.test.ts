import { cleanStyle, sanitizeDrawing } from './sanitize.ts';

function sanitize(html: string): string {
  const root = document.createElement('div');
  root.innerHTML = html;
  sanitizeDrawing(root);
  return root.innerHTML;
}

/** @proves threat:viewer */
it.each([
  ['<script>alert(1)</script>', ''],
  ['<iframe srcdoc="x"></iframe><object data="x"></object><form action="https://evil.example"></form>', ''],
  ['<img src="https://evil.example/a.png" onerror="alert(1)">', '<img>'],
  ['<img src="data:image/png;base64,AA==" srcset="https://evil.example 2x">', '<img src="data:image/png;base64,AA==">'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" JaVaScript:alert(1)" ping="https://evil.example">x</a>', '<a>x</a>'],
  ['<a href="#part">x</a>', '<a href="#part">x</a>'],
  ['<svg><image xlink:href="https://evil.example/a.svg"></image></svg>', '<svg><image></image></svg>'],
  ['<p style="background:url(https://evil.example/a)">x</p>', '<p style="background:none">x</p>'],
])('removes what could run or load from elsewhere: %s', (html, clean) => {
  expect(sanitize(html)).toBe(clean);
});

it('opens links of the web outside the tab and names their host', () => {
  expect(sanitize('<a href="https://northwind.example/a">x</a>')).toBe(
    '<a href="https://northwind.example/a" target="_blank" rel="noopener noreferrer" title="northwind.example">x</a>',
  );
});

it('keeps only pictures of the document in styles', () => {
  expect(
    cleanStyle('@import "https://evil.example"; a{b:url("//evil.example")} c{d:url("data:image/png;base64,A")}'),
  ).toBe(' a{b:none} c{d:url("data:image/png;base64,A")}');
});
