import { makeDocxWith, documentXml, paragraphXml } from '#tests/harness/hostile/hostileFiles.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { contents } from './contents.ts';
import type { Sample } from './sample.ts';

const written = contents.map(({ language, title, paragraphs, items, table }): Sample => ({
  name: `policy.${language}.docx`,
  make: () =>
    makeDocx([
      { heading: title, paragraphs: [...paragraphs], numbered: [...items] },
      { table: table.map((row) => [...row]) },
    ]),
  text: [title, ...paragraphs, ...items.map((item, index) => `${index + 1}. ${item}`), ...table.flat()].join('\n'),
  rows: table,
}));

/** A document whose body is given as XML. */
const docx = (name: string, body: string, text: string, more: Partial<Sample> = {}): Sample => ({
  name: `${name}.docx`,
  make: () => makeDocxWith({ 'word/document.xml': documentXml(body) }),
  text,
  ...more,
});

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const tc = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraphXml(text)}</w:tc>`;
const tr = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const tbl = (...rows: string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(3)}</w:tblGrid>${rows.join('')}</w:tbl>`;
const change = 'w:id="1" w:author="Ada" w:date="2026-01-05T09:00:00Z"';
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const constructs: Sample[] = [
  docx(
    'split runs',
    p(run('reim') + run('burse', '<w:b/>') + run('ment of ') + '<w:proofErr w:type="spellStart"/>' + run('costs')),
    'reimbursement of costs',
  ),
  docx(
    'tabs and breaks',
    p(`<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t><w:cr/><w:t>four</w:t></w:r>`),
    'one two three four',
  ),
  docx(
    'hyphens',
    p('<w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>smoking Reise</w:t><w:softHyphen/><w:t>kosten</w:t></w:r>'),
    'non-smoking Reisekosten',
  ),
  docx(
    'symbols',
    p('<w:r><w:t>Press </w:t><w:sym w:font="Symbol" w:char="F061"/><w:t> twice</w:t></w:r>'),
    'Press α twice',
  ),
  docx('hidden text', p(run('Seen.') + run('secret', '<w:vanish/>')), 'Seen.', { hidden: 'secret' }),
  docx(
    'changes',
    p(
      `${run('The rent is ')}<w:del ${change}><w:r><w:delText>900</w:delText></w:r></w:del><w:ins ${change}>${run('950')}</w:ins>${run(' euros.')}`,
    ),
    'The rent is 950 euros.',
    { hidden: '900' },
  ),
  docx(
    'moved text',
    p(
      `<w:moveFrom ${change}>${run('gone')}</w:moveFrom>${run('Stays. ')}<w:moveTo ${change}>${run('Arrived.')}</w:moveTo>`,
    ),
    'Stays. Arrived.',
    { hidden: 'gone' },
  ),
  docx(
    'content controls',
    `<w:sdt><w:sdtPr/><w:sdtContent>${p(`<w:sdt><w:sdtContent>${run('Ada Moreau')}</w:sdtContent></w:sdt>${run(', Bern')}`)}</w:sdtContent></w:sdt>`,
    'Ada Moreau, Bern',
  ),
  docx(
    'fields',
    p(
      run('Page ') +
        field('PAGE', '4') +
        run(' of ') +
        '<w:fldSimple w:instr="NUMPAGES"><w:r><w:t>12</w:t></w:r></w:fldSimple>',
    ),
    'Page 4 of 12',
    { hidden: 'NUMPAGES' },
  ),
  docx(
    'links',
    p(
      `<w:hyperlink w:anchor="x">${run('the annex')}</w:hyperlink>${run(' and ')}${field('HYPERLINK "https://a.example"', 'our page')}`,
    ),
    'the annex and our page',
  ),
  docx(
    'smart tags',
    p(
      `<w:smartTag w:element="City">${run('Zürich')}</w:smartTag><w:customXml w:element="x">${run(' HB')}</w:customXml>`,
    ),
    'Zürich HB',
  ),
  docx(
    'directions',
    p(`<w:dir w:val="rtl">${run('שלום')}</w:dir><w:bdo w:val="ltr">${run(' world')}</w:bdo>`),
    'שלום world',
  ),
  docx(
    'merged across',
    tbl(tr(tc('2025', '<w:gridSpan w:val="2"/>'), tc('2026')), tr(tc('a'), tc('b'), tc('c'))),
    '2025 2026 a b c',
    {
      rows: [
        ['2025', '', '2026'],
        ['a', 'b', 'c'],
      ],
    },
  ),
  docx(
    'merged down',
    tbl(tr(tc('North', '<w:vMerge w:val="restart"/>'), tc('1')), tr(tc('', '<w:vMerge/>'), tc('2'))),
    'North 1 2',
    {
      rows: [
        ['North', '1'],
        ['', '2'],
      ],
    },
  ),
  docx(
    'paragraphs in a cell',
    tbl(tr(`<w:tc>${paragraphXml('Ada')}${paragraphXml('Bern')}</w:tc>`, tc('x')), tr(tc('Ben'), tc('y'))),
    'Ada Bern x Ben y',
    {
      rows: [
        ['Ada Bern', 'x'],
        ['Ben', 'y'],
      ],
    },
  ),
  docx(
    'skipped cells',
    tbl(tr(tc('a'), tc('b'), tc('c')), `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${tc('d')}${tc('e')}</w:tr>`),
    'a b c d e',
    {
      rows: [
        ['a', 'b', 'c'],
        ['', 'd', 'e'],
      ],
    },
  ),
  docx(
    'table in a table',
    tbl(
      tr(
        `<w:tc>${paragraphXml('Outer')}${tbl(tr(tc('inner one'), tc('inner two')))}${paragraphXml('')}</w:tc>`,
        tc('beside'),
      ),
    ),
    'Outer inner one inner two beside',
  ),
  docx(
    'text box',
    p(
      `${run('Around. ')}<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing><wps:txbx xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:txbxContent>${paragraphXml('Boxed words')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${paragraphXml('Boxed words')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
    'Around. Boxed words',
  ),
  docx(
    'ruby',
    p(
      '<w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r>' +
        run('へ'),
    ),
    '東京へ',
  ),
  docx(
    'equation',
    p(
      '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>E</m:t></m:r><m:r><m:t>=</m:t></m:r><m:f><m:num><m:r><m:t>m</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>',
    ),
    'E m 2',
  ),
  docx('small capitals', p(run('Northwind', '<w:smallCaps/>') + run(' studio', '<w:caps/>')), 'Northwind studio'),
  docx(
    'right to left table',
    tbl(tr(tc('المنطقة'), tc('الخطة')), tr(tc('الشمال'), tc('1200'))),
    'المنطقة الخطة الشمال 1200',
    {
      rows: [
        ['المنطقة', 'الخطة'],
        ['الشمال', '1200'],
      ],
    },
  ),
  {
    name: 'strict.docx',
    make: () =>
      makeDocxWith({
        'word/document.xml': documentXml(paragraphXml('Strict words.')).replaceAll(
          'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
          'http://purl.oclc.org/ooxml/wordprocessingml/main',
        ),
      }),
    text: 'Strict words.',
  },
];

export const wordSamples: readonly Sample[] = [...written, ...constructs];
