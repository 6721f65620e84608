import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';

/** Where a shape is on its slide, in EMU. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placeholder {
  type: string;
  idx: string;
}

/** Reads the elements of a position: `a:off` and `a:ext`. */
export function readPosition(box: Box | null, name: string, attributes: Record<string, string>): Box | null {
  const get = (key: string) => Number(getAttribute(attributes, key));
  if (name === 'off') return { left: get('x'), top: get('y'), width: 0, height: 0 };
  return name === 'ext' && box && attributes['cx'] !== undefined
    ? { ...box, width: get('cx'), height: get('cy') }
    : box;
}

/** Finds where a layout has its placeholders. Placeholders of slides without a position use these. */
export function readLayout(xml: string): (placeholder: Placeholder) => Box | null {
  const boxes: { type: string; idx: string; box: Box | null }[] = [];
  readElements(xml, {
    open(name, attributes) {
      const current = boxes.at(-1);
      if (name === 'sp') boxes.push({ type: '', idx: '', box: null });
      else if (name === 'ph' && current)
        Object.assign(current, { type: attributes['type'] ?? 'body', idx: attributes['idx'] ?? '' });
      else if (current) current.box = readPosition(current.box, name, attributes);
    },
  });
  return ({ type, idx }) =>
    (boxes.find((each) => idx !== '' && each.idx === idx) ?? boxes.find((each) => each.type === type))?.box ?? null;
}

/** Boxes of text are larger than their text, so that neighbors overlap a little. */
const OVERLAP = 0.15;

/**
 * Shapes in the order in which a person reads them: in bands from top to bottom, in each band columns from left to
 * right. A shape without a known position stays after the shape before it.
 */
export function orderShapes<T extends { box: Box | null }>(shapes: readonly T[]): T[] {
  const units: { box: Box | null; shapes: T[] }[] = [];
  for (const shape of shapes) {
    const before = units.at(-1);
    if (shape.box === null && before) before.shapes.push(shape);
    else units.push({ box: shape.box, shapes: [shape] });
  }
  const first = units.filter(({ box }) => box === null);
  const placed = units.flatMap((unit) => (unit.box === null ? [] : [{ ...unit, box: unit.box }]));
  return [...first, ...cut(placed)].flatMap((unit) => unit.shapes);
}

type Placed = { box: Box };

/** Cuts along the gaps between bands, then along those between columns, until there are no gaps. */
function cut<T extends Placed>(units: readonly T[]): T[] {
  if (units.length < 2) return [...units];
  for (const [start, size] of [
    ['top', 'height'],
    ['left', 'width'],
  ] as const) {
    const groups = split(units, start, size);
    if (groups.length > 1) return groups.flatMap(cut);
  }
  return units.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

function split<T extends Placed>(units: readonly T[], start: 'top' | 'left', size: 'height' | 'width'): T[][] {
  const groups: T[][] = [];
  let end = -Infinity;
  for (const unit of units.toSorted((a, b) => a.box[start] - b.box[start])) {
    const margin = unit.box[size] * OVERLAP;
    if (unit.box[start] + margin >= end) groups.push([unit]);
    else groups.at(-1)!.push(unit);
    end = Math.max(end, unit.box[start] + unit.box[size] - margin);
  }
  return groups;
}
