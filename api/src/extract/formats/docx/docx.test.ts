import { makeZip, paragraphXml } from '#tests/harness/hostile/hostileFiles.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { readDocx } from './docx.ts';
import { UnreadCounts } from '#contract/files/unread.ts';

const KIND = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  header?: string;
  chart?: string;
}

/** Reads a document with this body, whose other parts have the id of their name. */
async function read(body: string, parts: Parts = {}) {
  const links = Object.keys(parts).map(
    (name) => `<Relationship Id="${name}" Type="${KIND}/${name}" Target="${name}.xml"/>`,
  );
  const files = Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, `<w:x>${xml}</w:x>`]),
  );
  const bytes = makeZip({
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    ...files,
  });
  const context = {
    type: 'DOCX' as const,
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  };
  const found = [];
  for await (const part of readDocx(Buffer.from(bytes), context)) found.push(part);
  return found;
}

const getTexts = async (body: string, parts?: Parts) => (await read(body, parts)).map(({ text }) => text);
const getPaths = async (body: string, parts?: Parts) =>
  (await read(body, parts)).map(({ location }) => (location.kind === 'section' ? location.path : null));

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const styled = (style: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`;
const item = (level: number, text: string, list = 1) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const level = (index: number, format: string, text: string, rest = '') =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${rest}</w:lvl>`;
const list = (levels: string, id = 1, overrides = '') =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${overrides}</w:num>`;
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

describe('headings of a Word document', () => {
  const styles = `<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:styleId="Outline"><w:name w:val="Outline"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>`;

  it('are known by their name in any language, by the style that they are based on, and by their outline level', async () => {
    const body = [
      paragraphXml('Before.'),
      styled('berschrift1', 'Budget'),
      paragraphXml('All.'),
      styled('Outline', 'Travel'),
      paragraphXml('Trains.'),
      styled('Clause', 'Staff'),
      `<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr>${run('Interns')}</w:p>`,
      paragraphXml('Four.'),
    ].join('');
    expect(await getPaths(body, { styles })).toEqual([
      [],
      ['Budget'],
      ['Budget', 'Travel'],
      ['Staff'],
      ['Staff', 'Interns'],
    ]);
    expect((await getTexts(body, { styles }))[1]).toBe('Budget\n\nAll.');
  });

  it('have the numbers that a reader sees', async () => {
    const numbered = `<w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
      <w:style w:styleId="Heading2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
    const numbering = list(
      level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Heading1"/>') + level(1, 'decimal', '%1.%2', '<w:isLgl/>'),
    );
    const body = [styled('Heading1', 'Scope'), styled('Heading1', 'Fees'), styled('Heading2', 'Renewal')].join('');
    expect(await getPaths(body, { styles: numbered, numbering })).toEqual([
      ['Article I Scope'],
      ['Article II Fees'],
      ['Article II Fees', '2.1 Renewal'],
    ]);
  });

  it('without any styles are known by the ids that Word gives them', async () => {
    expect(await getPaths(styled('Heading1', 'Scope') + paragraphXml('All.'))).toEqual([['Scope']]);
  });
});

describe('lists of a Word document', () => {
  it('continue their numbers after other paragraphs, and restart them below a new item', async () => {
    const numbering = list(level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '(%2)'));
    const body = [
      item(0, 'Deliver.'),
      paragraphXml('Within ten days.'),
      item(0, 'Pay.'),
      item(1, 'By card.'),
      item(1, 'By cheque.'),
      item(0, 'End.'),
      item(1, 'In writing.'),
    ].join('');
    expect(await getTexts(body, { numbering })).toEqual([
      '1. Deliver.\n\nWithin ten days.\n\n2. Pay.\n  (a) By card.\n  (b) By cheque.\n3. End.\n  (a) In writing.',
    ]);
  });

  it.each([
    ['lowerRoman', '%1)', ['i)', 'ii)', 'iii)', 'iv)']],
    ['upperLetter', '%1.', ['A.', 'B.', 'C.', 'D.']],
    ['decimalZero', 'R%1', ['R01', 'R02', 'R03', 'R04']],
    ['ordinal', '%1', ['1st', '2nd', '3rd', '4th']],
    ['bullet', '•', ['-', '-', '-', '-']],
    ['thaiNumbers', '%1.', ['1.', '2.', '3.', '4.']],
  ])('have labels of the kind %s', async (format, text, labels) => {
    const body = [1, 2, 3, 4].map(() => item(0, 'x')).join('');
    const [read] = await getTexts(body, { numbering: list(level(0, format, text)) });
    expect(read?.split('\n')).toEqual(labels.map((label) => `${label} x`));
  });

  it('start at the number that the file sets, also in a second list of the same kind', async () => {
    const levels = '<w:lvl w:ilvl="0"><w:start w:val="5"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
    const again = `<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`;
    const body = item(0, 'five') + item(0, 'six') + item(0, 'one', 2) + item(0, 'two', 2);
    expect(await getTexts(body, { numbering: list(levels) + again })).toEqual(['5. five\n6. six\n1. one\n2. two']);
  });

  it('have a number for a higher level that was never used', async () => {
    const numbering = list(level(0, 'decimal', '%1') + level(1, 'decimal', '%1.%2'));
    expect(await getTexts(item(1, 'first'), { numbering })).toEqual(['1.1 first']);
  });
});

describe('lists that belong to styles', () => {
  const styles = `<w:style w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="Subclause"><w:basedOn w:val="Clause"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="Detail"><w:basedOn w:val="Clause"/></w:style>`;

  it('have the level of the style, or the level that names the style, also if it has the list from another style', async () => {
    const numbering = list(
      level(0, 'decimal', '%1.') +
        level(1, 'decimal', '%1.%2') +
        level(2, 'lowerLetter', '(%3)', '<w:pStyle w:val="Detail"/>'),
    );
    const body =
      styled('Clause', 'Fees') + styled('Subclause', 'Travel') + styled('Detail', 'Trains') + styled('Clause', 'End');
    expect(await getTexts(body, { styles, numbering })).toEqual(['1. Fees\n  1.1 Travel\n    (a) Trains\n2. End']);
  });

  it('keep a leading zero where the other numbers are shown as Arabic digits', async () => {
    const numbering = list(
      level(0, 'upperRoman', 'Article %1.') + level(1, 'decimalZero', 'Section %1.%2', '<w:isLgl/>'),
    );
    const body = item(0, 'Fees') + item(1, 'Travel');
    expect(await getTexts(body, { numbering })).toEqual(['Article I. Fees\n  Section 1.01 Travel']);
  });
});

describe('text of a Word document', () => {
  it.each(['<w:outlineLvl w:val="-1"/>', '<w:outlineLvl w:val="x"/>'])(
    'is read in spite of the level %s',
    async (level) => {
      expect(await getTexts(`<w:p><w:pPr>${level}</w:pPr>${run('Budget')}</w:p>`)).toEqual(['Budget']);
    },
  );

  it.each(['-1', 'constructor', '110000'])('is read in spite of the character code %s', async (char) => {
    expect(await getTexts(`<w:p>${run('a')}<w:r><w:sym w:char="${char}"/></w:r>${run('b')}</w:p>`)).toEqual(['ab']);
  });

  it('contains the results of fields and not their instructions', async () => {
    const complex =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>not this</w:t><w:instrText> REF x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
      `${run('clause 4')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const simple = `<w:fldSimple w:instr=" DOCPROPERTY No ">${run('4711')}</w:fldSimple>`;
    expect(await getTexts(`<w:p>${run('No. ')}${simple}${run(', see ')}${complex}</w:p>`)).toEqual([
      'No. 4711, see clause 4',
    ]);
  });

  it('contains the text after a field that has no end', async () => {
    const open = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>';
    expect(await getTexts(open + paragraphXml('After it.'))).toEqual(['After it.']);
  });

  it('contains inserted and moved text, and the word that a phonetic guide explains', async () => {
    const body =
      `<w:p>${run('kept ')}<w:ins>${run('new ')}</w:ins><w:del>${run('old ')}</w:del><w:moveFrom>${run('there ')}</w:moveFrom>` +
      `<w:moveTo>${run('here ')}</w:moveTo><w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r></w:p>`;
    expect(await getTexts(body)).toEqual(['kept new here 東京']);
  });

  it('contains non-breaking hyphens, but no optional ones', async () => {
    const body = `<w:p><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>operate, depart</w:t><w:softHyphen/><w:t>ment, Ver\u00adein</w:t></w:r></w:p>`;
    expect(await getTexts(body)).toEqual(['co-operate, department, Verein']);
  });

  it('contains the text of content controls, tags and right-to-left runs', async () => {
    const inside = ['sdt><w:sdtContent', 'smartTag', 'bdo w:val="rtl"', 'dir w:val="rtl"'];
    const end = (tag: string) =>
      tag
        .split(' ')[0]!
        .split('><w:')
        .reverse()
        .map((name) => `</w:${name}>`)
        .join('');
    const body = inside.map((tag, index) => `<w:${tag}>${run(`part${index} `)}${end(tag)}`).join('');
    expect(await getTexts(`<w:p>${body}</w:p>`)).toEqual(['part0 part1 part2 part3']);
  });

  it('leaves out text that is hidden directly or by its style', async () => {
    const styles =
      '<w:style w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Shown"><w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>';
    const hidden = (properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>hidden </w:t></w:r>`;
    const body =
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('seen')}${hidden('<w:vanish/>')}${hidden('<w:rStyle w:val="Secret"/>')}</w:p>` +
      styled('Secret', 'hidden') +
      `<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>${run('hidden')}<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>a title</w:t></w:r></w:p>` +
      styled('Shown', 'seen too');
    expect(await getTexts(body, { styles })).toEqual(['seen\n\na title\n\nseen too']);
  });

  it('contains each text box once, after the paragraph that it belongs to', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraphXml(text)}</w:txbxContent>`;
    const choice = (content: string, fallback: string) =>
      `<w:r><mc:AlternateContent><mc:Choice>${content}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`;
    const body =
      `<w:p>${choice(box('Deadline: 4 May'), box('Deadline: 4 May'))}${run('Body.')}</w:p>` +
      `<w:p>${run('Second.')}${choice('<w:drawing/>', box('Room 204'))}</w:p>`;
    expect(await getTexts(body)).toEqual(['Body.\n\nDeadline: 4 May\n\nSecond.\n\nRoom 204']);
  });

  it('contains descriptions of pictures, symbols and ticked boxes', async () => {
    const picture = '<w:r><w:drawing><wp:docPr id="1" descr="A map of the office"/></w:drawing></w:r>';
    const box = (checked: number) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>`;
    const body = `<w:p>${picture}</w:p><w:p>${box(1)}${run('paid')}</w:p><w:p>${box(0)}${run('sent ')}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`;
    expect(await getTexts(body)).toEqual(['[A map of the office]\n\n[x] paid\n\n[ ] sent ✓']);
  });
});

describe('tables of a Word document', () => {
  it('keep the columns of merged cells', async () => {
    const body = `<w:tbl>${row(cell(paragraphXml('Region')), cell(paragraphXml('Q1')), cell(paragraphXml('Q2')))}${row(
      cell(paragraphXml('North'), '<w:vMerge w:val="restart"/>'),
      cell(paragraphXml('not started'), '<w:gridSpan w:val="2"/>'),
    )}${row(cell('<w:p/>', '<w:vMerge/>'), cell(paragraphXml('3')), cell(paragraphXml('4')))}</w:tbl>`;
    expect(await getTexts(body)).toEqual(['| Region | Q1 | Q2 |\n| North | not started |  |\n|  | 3 | 4 |']);
  });

  it('have one line a row, with paragraphs, items and tables inside cells', async () => {
    const numbering = list(level(0, 'decimal', '%1.'));
    const inner = `<w:tbl>${row(cell(paragraphXml('x')), cell(paragraphXml('y')))}</w:tbl>`;
    const body = `<w:tbl>${row(cell(paragraphXml('Ada') + paragraphXml('Moreau')), cell(item(0, 'one') + item(0, 'two')), cell(inner))}</w:tbl>`;
    expect(await getTexts(body, { numbering })).toEqual(['| Ada Moreau | 1. one 2. two | | x | y | |']);
  });

  it('have no deleted rows', async () => {
    const deleted = `<w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell(paragraphXml('gone'))}</w:tr>`;
    expect(await getTexts(`<w:tbl>${row(cell(paragraphXml('kept')))}${deleted}</w:tbl>`)).toEqual(['| kept |']);
  });
});

describe('equations of a Word document', () => {
  const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const e = (content: string) => `<m:e>${content}</m:e>`;

  it.each([
    ['text', math('E=0.75 P+120'), 'E=0.75 P+120'],
    [
      'a fraction',
      `${math('r=')}<m:f><m:num>${math('12k')}</m:num><m:den>${math('n')}</m:den></m:f>`,
      '$r=\\frac{12k}{n}$',
    ],
    ['a power', `<m:sSup>${e(math('c'))}<m:sup>${math('2')}</m:sup></m:sSup>`, '$c^{2}$'],
    ['an index', `<m:sSub>${e(math('max'))}<m:sub>${math('i')}</m:sub></m:sSub>`, '${max}_{i}$'],
    ['a root', `<m:rad><m:deg>${math('3')}</m:deg>${e(math('x'))}</m:rad>`, '$\\sqrt[3]{x}$'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${math('i=1')}</m:sub><m:sup>${math('n')}</m:sup>${e(math('x'))}</m:nary>`,
      '$\\sum_{i=1}^{n} x$',
    ],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(math('a'))}${e(math('b'))}</m:d>`,
      '[a|b]',
    ],
    [
      'a matrix',
      `<m:m><m:mr>${e(math('1'))}${e(math('0'))}</m:mr><m:mr>${e(math('0'))}${e(math('1'))}</m:mr></m:m>`,
      '$\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}$',
    ],
  ])('%s', async (_, content, expected) => {
    expect(await getTexts(`<w:p>${run('It is ')}<m:oMath>${content}</m:oMath>${run('.')}</w:p>`)).toEqual([
      `It is ${expected}.`,
    ]);
  });

  it('are the text of a document that contains nothing else', async () => {
    expect(await getTexts(`<w:p><m:oMathPara><m:oMath>${math('a=b')}</m:oMath></m:oMathPara></w:p>`)).toEqual(['a=b']);
  });
});

describe('other parts of a Word document', () => {
  it('notes have the numbers that the text refers to, and follow in a separate section', async () => {
    const refer = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraphXml(text)}</w:footnote>`;
    const body = `<w:p>${run('It holds')}${refer(7)}${run(', mostly')}${refer(3)}${run('.')}</w:p>`;
    const footnotes = note(0, 'a separator') + note(7, 'Since 1998.') + note(3, 'Not at sea.');
    expect(await getPaths(body, { footnotes })).toEqual([[], ['Notes']]);
    expect(await getTexts(body, { footnotes })).toEqual([
      'It holds[1], mostly[2].',
      '1. Since 1998.\n\n2. Not at sea.',
    ]);
  });

  it('notes that only other notes refer to are read, wherever they are', async () => {
    const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const note = (kind: string, id: number, content: string) =>
      `<w:${kind} w:id="${id}"><w:p>${content}</w:p></w:${kind}>`;
    const footnotes = note('footnote', 1, run('Found early.')) + note('footnote', 2, run('See') + refer('endnote', 1));
    const endnotes = note('endnote', 1, run('Also') + refer('footnote', 1));
    expect(await getTexts(`<w:p>${run('It holds')}${refer('footnote', 2)}</w:p>`, { footnotes, endnotes })).toEqual([
      'It holds[1]',
      '1. See[2]\n\n2. Also[3]\n\n3. Found early.',
    ]);
  });

  it('comments name their author, and headers are read once', async () => {
    const comments = `<w:comment w:id="0" w:author="Ben Okafor">${paragraphXml('Is this right?')}</w:comment>`;
    const parts = { comments, header: paragraphXml('Confidential') };
    expect(await getPaths(paragraphXml('Text.'), parts)).toEqual([[], ['Comments'], ['Headers and footers']]);
    expect(await getTexts(paragraphXml('Text.'), parts)).toEqual([
      'Text.',
      'Ben Okafor: Is this right?',
      'Confidential',
    ]);
  });

  it('a chart is a table of its series', async () => {
    const point = (index: number, value: string) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`;
    const series = (name: string, ...values: string[]) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${point(0, name)}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${point(0, 'Q1')}${point(1, 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${values.map((value, index) => point(index, value)).join('')}</c:numCache></c:numRef></c:val></c:ser>`;
    const chart = `<c:title><c:tx><c:rich><a:p><a:r><a:t>Revenue</a:t></a:r></a:p></c:rich></c:tx></c:title>${series('North', '1.5', '0.30000000000000004')}${series('South', '2')}`;
    const body = `<w:p>${run('See below.')}<w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r></w:p>`;
    expect(await getTexts(body, { chart })).toEqual([
      'See below.\n\nChart: Revenue\n|  | North | South |\n| Q1 | 1.5 | 2 |\n| Q2 | 0.3 |  |',
    ]);
  });
});

it('a document without the part that contains its text is reported as damaged', async () => {
  const bytes = Buffer.from(makeZip({ 'word/styles.xml': '<w:styles/>' }));
  const context = {
    type: 'DOCX' as const,
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  };
  await expect(readDocx(bytes, context).next()).rejects.toMatchObject({ code: 'broken' });
});
