import { Document, Packer, Paragraph } from 'docx';
import { openParts } from '#api/ooxml/parts.ts';
import { toEquation } from './equations.ts';

/** Elements and texts without properties that repeat the default: `f(num(a) den(b))`. */
async function describe(tex: string, isDisplayed = false): Promise<string> {
  const equation = toEquation(tex, isDisplayed);
  const children = equation ? [equation as never] : [];
  const file = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph({ children })] }] }));
  const xml = Buffer.from(openParts(file).get('word/document.xml') ?? []).toString();
  const [math = ''] = /<m:oMath.*<\/m:oMath(Para)?>/s.exec(xml) ?? [];
  return math
    .replace(/<m:r>(<m:rPr>.*?<\/m:rPr>)?<m:t xml:space="preserve">(.*?)<\/m:t><\/m:r>/g, '$2')
    .replace(/<m:(\w+) m:val="([^"]*)"\/>/g, '$1=$2 ')
    .replace(/<m:(\w+)\/>/g, '$1() ')
    .replace(/<m:(\w+)>/g, '$1(')
    .replace(/<\/m:\w+>/g, ')');
}

it.each([
  ['a<b', 'oMath(a&lt;b)'],
  ['E = mc^2', 'oMath(E=msSup(e(c)sup(2)))'],
  ['\\frac{a}{b}', 'oMath(f(fPr(type=bar )num(a)den(b)))'],
  ['\\sqrt[3]{x}', 'oMath(rad(deg(3)e(x)))'],
  ['\\bar x', 'oMath(acc(accPr(chr=\u0304 )e(x)))'],
  ['\\left(a\\right]', 'oMath(d(dPr(begChr=( endChr=] )e(a)))'],
  ['\\href{https://a.example}{a}', 'oMath(a)'],
  ['\\sin x', 'oMath(func(fName(sin)e(x)))'],
  [
    '\\sum_{i=1}^n x_i = y',
    'oMath(nary(naryPr(chr=∑ limLoc=subSup subHide=0 supHide=0 )sub(i=1)sup(n)e(sSub(e(x)sub(i))))=y)',
  ],
  ['a=\\sum x_i', 'oMath(a=nary(naryPr(chr=∑ limLoc=subSup subHide=1 supHide=1 )sub() sup() e(sSub(e(x)sub(i)))))'],
  [
    '\\begin{pmatrix} a & b \\end{pmatrix}',
    'oMath(d(dPr(begChr=( endChr=) )e(m(mPr(plcHide=1 mcs(mc(mcPr(count=1 mcJc=center ))mc(mcPr(count=1 mcJc=center ))))mr(e(a)e(b))))))',
  ],
])('%s is an equation of Word', async (tex, expected) => {
  expect(await describe(tex)).toBe(expected);
});

it('a formula alone on its line becomes a display equation', async () => {
  expect(await describe('a', true)).toBe('oMathPara(oMath(a))');
});

it.each([
  ['an unfinished fraction', '\\frac{a'],
  ['an unknown command', '\\unknown'],
  ['a picture', '\\includegraphics{tea.png}'],
  ['an empty group', '{}'],
  ['an unfinished link', '\\href{https://a.example}{a'],
  ['a long text', 'a'.repeat(6_000)],
  ['4,000 brackets', '{'.repeat(4_000)],
  ['a macro that doubles itself', '\\def\\a{\\a\\a}\\a'],
])('keeps %s as TeX', (_, tex) => expect(toEquation(tex, true)).toBeNull());
