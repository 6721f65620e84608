import { readRtf } from './rtf.ts';

const read = (body: string) =>
  readRtf(Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${body}}`, 'latin1'), () => undefined);

it.each([
  [
    'paragraphs, tabs and signs',
    '{\\fonttbl{\\f0 Arial;}}{\\info{\\author Ada}}Fees\\par 40\\tab \\endash  \\ldblquote paid\\rdblquote',
    'Fees\n40\t– “paid”',
  ],
  ['letters of the code page', "Gr\\'f6\\'dfe", 'Größe'],
  [
    'letters of Unicode, without their replacement',
    'caf\\u233?, \\uc2\\u1044 ab\\u-10187 cd\\uc0\\u-8704 ',
    'café, Д\ud835\ude00',
  ],
  [
    'letters of the code page of a font',
    "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}\\f1 \\'c4\\'e0\\f0  and \\f2 \\'93\\'8c\\'8b\\'9e",
    'Да and 東京',
  ],
  ['no unknown words, whatever they are called', 'a\\constructor  b\\toString  c', 'a b c'],
  ['results of fields', '{\\field{\\*\\fldinst HYPERLINK "https://a.example"}{\\fldrslt the plan}}', 'the plan'],
  ['no hidden and no deleted text', 'seen{\\v  hidden\\v0}{\\deleted  gone}', 'seen'],
  ['no pictures and no unknown groups', 'a{\\pict 0102ff}{\\*\\unknown x}{\\pict\\bin4 }}{{ b}c', 'ac'],
  ['labels of lists', '{\\listtext 1.\\tab}Deliver\\par{\\listtext 2.\\tab}Pay\\par', '1.\tDeliver\n2.\tPay\n'],
  [
    'rows of tables',
    '\\trowd\\cellx1\\cellx2 Ada\\par Moreau\\cell 5\\cell\\row\\trowd\\cellx1\\cellx2\\cell 6\\cell\\row After',
    '| Ada Moreau | 5 |\n|  | 6 |\nAfter',
  ],
  [
    'rows of tables that have the properties of the row above',
    'Fees\\par\\trowd\\cellx1\\cellx2\\pard\\intbl Ada\\cell 5\\cell\\row\\pard\\intbl Ben\\par\\pard\\intbl Okoye\\cell 6\\cell\\row\\pard After\\par',
    'Fees\n| Ada | 5 |\n| Ben Okoye | 6 |\nAfter\n',
  ],
  [
    'tables within cells once',
    '\\trowd\\cellx1\\cellx2\\pard\\intbl Outer\\cell\\pard\\intbl\\itap2 a\\nestcell b\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\\nestrow}{\\nonesttables\\par old}\\pard\\intbl\\itap1 end\\cell\\row',
    '| Outer | | a | b | end |\n',
  ],
  [
    'notes and comments after their paragraph',
    'Trav{\\*\\annotation Which\\par year?}el costs{\\footnote Since 1998.} rise.\\par Next',
    'Travel costs rise. (comment: Which year?) (note: Since 1998.)\nNext',
  ],
  ['text after an asterisk that is not at the beginning of its group', '{\\f2\\i0\\*\\cs7 The plan}', 'The plan'],
  [
    'hyphens that keep words together, but not those for the end of a line',
    'co\\_operate\\~in depart\\-ment',
    'co-operate in department',
  ],
  ['braces and backslashes', '\\{a\\\\b\\}', '{a\\b}'],
])('reads %s', (_, body, expected) => {
  expect(read(body)).toBe(expected);
});

it('reads the text that is left in a damaged file', () => {
  expect(readRtf(Buffer.from('{\\rtf1 one {two} three}}} four \\'), () => undefined)).toContain('three');
});
