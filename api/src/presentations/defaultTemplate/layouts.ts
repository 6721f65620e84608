import { NAMESPACES } from '#api/ooxml/names.ts';
import { escapeXml } from '#api/ooxml/escapeXml.ts';
import { EMPTY_TREE } from '#api/presentations/deck/tree.ts';

/** A widescreen slide in EMU: 13.33 by 7.5 inches. */
export const SLIDE = { width: 12_192_000, height: 6_858_000 };

const LEFT = 838_200;
const WIDTH = SLIDE.width - 2 * LEFT;
const BODY_TOP = 1_690_000;
const BODY_HEIGHT = 4_420_000;
/** Space between the edge of a placeholder and its text. */
const TEXT_INSET = 91_440;
const COLUMN_GAP = 360_000;
const COLUMN = (WIDTH - COLUMN_GAP) / 2;

type Box = readonly [x: number, y: number, width: number, height: number];

interface PlaceholderShape {
  name: string;
  /** Attributes of the placeholder: `type="title"`. */
  attributes: string;
  /** Missing where the master gives it. */
  box?: Box;
  prompt: string;
  /** Properties of the text body, and styles of its levels. */
  body?: string;
  style?: string;
}

export interface LayoutDefinition {
  name: string;
  type: string;
  /** A color of the theme that fills the slide. */
  background?: string;
  /** Shapes that are part of the design. */
  decoration?: string;
  shapes: PlaceholderShape[];
  hasFooter?: boolean;
}

const transform = ([x, y, width, height]: Box) =>
  `<a:xfrm><a:off x="${Math.round(x)}" y="${Math.round(y)}"/><a:ext cx="${Math.round(width)}" cy="${Math.round(height)}"/></a:xfrm>`;

function toShape(id: number, { name, attributes, box, prompt, body = '', style = '' }: PlaceholderShape): string {
  const properties = box ? `<p:spPr>${transform(box)}</p:spPr>` : '<p:spPr/>';
  const text = attributes.includes('sldNum')
    ? '<a:fld id="{7C1F2C4B-6A0E-4D5A-9C55-0F6F4A6F6B11}" type="slidenum"><a:rPr/><a:t>‹#›</a:t></a:fld>'
    : `<a:r><a:rPr/><a:t>${escapeXml(prompt)}</a:t></a:r>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeXml(name)}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr><p:ph ${attributes}/></p:nvPr></p:nvSpPr>${properties}` +
    `<p:txBody><a:bodyPr${body}><a:normAutofit/></a:bodyPr><a:lstStyle>${style}</a:lstStyle><a:p>${text}</a:p></p:txBody></p:sp>`
  );
}

/** A rectangle of the design in a color of the theme. */
export function toRectangle(id: number, box: Box, color: string): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Design ${id}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${transform(box)}` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr>` +
    '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody></p:sp>'
  );
}

const FIRST_PLACEHOLDER = 20;

export function toShapes(shapes: readonly PlaceholderShape[]): string {
  return shapes.map((shape, index) => toShape(FIRST_PLACEHOLDER + index, shape)).join('');
}

export const title: PlaceholderShape = { name: 'Title', attributes: 'type="title"', prompt: 'Click to add a title' };
const footer: PlaceholderShape = {
  name: 'Slide Number',
  attributes: 'type="sldNum" sz="quarter" idx="12"',
  prompt: '',
};
const content = (index: number, box?: Box): PlaceholderShape => ({
  name: `Content ${index}`,
  attributes: `idx="${index}"`,
  prompt: 'Click to add text, a table or a picture',
  ...(box ? { box } : {}),
});

const noBullet = (size: number, color: string) =>
  `<a:lvl1pPr marL="0" indent="0"><a:buNone/><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr></a:lvl1pPr>`;
const colored = (size: number, color: string) =>
  `<a:lvl1pPr><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr></a:lvl1pPr>`;

const caption = (index: number, box: Box): PlaceholderShape => ({
  name: `Caption ${index}`,
  attributes: `type="body" idx="${index}"`,
  prompt: 'Caption',
  box,
  body: ' anchor="b"',
  style: noBullet(2_000, 'accent1'),
});

export const layouts: readonly LayoutDefinition[] = [
  {
    name: 'Title Slide',
    type: 'title',
    background: 'tx2',
    decoration:
      toRectangle(2, [0, SLIDE.height - 180_000, SLIDE.width, 180_000], 'accent1') +
      toRectangle(3, [LEFT + TEXT_INSET, 4_020_000, 1_200_000, 60_000], 'accent1'),
    shapes: [
      {
        name: 'Title',
        attributes: 'type="ctrTitle"',
        prompt: 'Click to add a title',
        box: [LEFT, 1_500_000, WIDTH, 2_340_000],
        body: ' anchor="b"',
        style: colored(4_800, 'bg1'),
      },
      {
        name: 'Subtitle',
        attributes: 'type="subTitle" idx="1"',
        prompt: 'Click to add a subtitle',
        box: [LEFT, 4_260_000, WIDTH, 1_200_000],
        style: noBullet(2_200, 'bg2'),
      },
    ],
  },
  { name: 'Title and Content', type: 'obj', shapes: [title, content(1)], hasFooter: true },
  {
    name: 'Two Content',
    type: 'twoObj',
    shapes: [
      title,
      content(1, [LEFT, BODY_TOP, COLUMN, BODY_HEIGHT]),
      content(2, [LEFT + COLUMN + COLUMN_GAP, BODY_TOP, COLUMN, BODY_HEIGHT]),
    ],
    hasFooter: true,
  },
  {
    name: 'Comparison',
    type: 'twoTxTwoObj',
    shapes: [
      title,
      caption(1, [LEFT, BODY_TOP, COLUMN, 620_000]),
      content(2, [LEFT, BODY_TOP + 700_000, COLUMN, BODY_HEIGHT - 700_000]),
      caption(3, [LEFT + COLUMN + COLUMN_GAP, BODY_TOP, COLUMN, 620_000]),
      content(4, [LEFT + COLUMN + COLUMN_GAP, BODY_TOP + 700_000, COLUMN, BODY_HEIGHT - 700_000]),
    ],
    hasFooter: true,
  },
  {
    name: 'Picture and Text',
    type: 'picTx',
    shapes: [
      title,
      { ...content(1, [LEFT, BODY_TOP, COLUMN, BODY_HEIGHT]) },
      {
        name: 'Picture',
        attributes: 'type="pic" idx="13"',
        prompt: 'Click the icon to add a picture',
        box: [LEFT + COLUMN + COLUMN_GAP, BODY_TOP, COLUMN, BODY_HEIGHT],
        style: noBullet(1_600, 'tx1'),
      },
    ],
    hasFooter: true,
  },
  {
    name: 'Section Header',
    type: 'secHead',
    background: 'bg2',
    decoration: toRectangle(2, [0, 0, 240_000, SLIDE.height], 'accent1'),
    shapes: [
      { ...title, box: [LEFT, 1_700_000, WIDTH, 1_900_000], body: ' anchor="b"', style: colored(4_000, 'tx2') },
      {
        name: 'Text',
        attributes: 'type="body" idx="1"',
        prompt: 'Click to add text',
        box: [LEFT, 3_720_000, WIDTH, 1_600_000],
        style: noBullet(2_000, 'tx1'),
      },
    ],
    hasFooter: true,
  },
  { name: 'Title Only', type: 'titleOnly', shapes: [title], hasFooter: true },
  { name: 'Blank', type: 'blank', shapes: [], hasFooter: true },
];

/** The title, content and number of the master, which all layouts inherit. */
export const masterShapes: readonly PlaceholderShape[] = [
  { ...title, box: [LEFT, 480_000, WIDTH, 1_000_000], body: ' anchor="ctr"' },
  {
    name: 'Text',
    attributes: 'type="body" idx="1"',
    prompt: 'Click to add text',
    box: [LEFT, BODY_TOP, WIDTH, BODY_HEIGHT],
  },
  {
    ...footer,
    attributes: 'type="sldNum" sz="quarter" idx="4"',
    box: [SLIDE.width - LEFT - 1_400_000, 6_330_000, 1_400_000, 320_000],
    body: ' anchor="ctr"',
    style: `<a:lvl1pPr algn="r"><a:defRPr sz="1100"><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/></a:schemeClr></a:solidFill></a:defRPr></a:lvl1pPr>`,
  },
];

export function toLayoutXml({ name, type, background, decoration = '', shapes, hasFooter }: LayoutDefinition): string {
  const fill = background
    ? `<p:bg><p:bgPr><a:solidFill><a:schemeClr val="${background}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`
    : '';
  const all = hasFooter ? [...shapes, footer] : shapes;
  // A layout that sets a background does not show the bar of the master.
  return (
    `<p:sldLayout ${NAMESPACES} type="${type}" preserve="1"${background ? ' showMasterSp="0"' : ''}>` +
    `<p:cSld name="${name}">${fill}<p:spTree>${EMPTY_TREE}${decoration}${toShapes(all)}</p:spTree></p:cSld>` +
    '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>'
  );
}
