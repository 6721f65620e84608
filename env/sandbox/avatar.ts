import { encodePng } from './documents/encodePng.ts';
import type { Person } from './person.ts';

type Layer = { color: Buffer; covers: (x: number, y: number) => boolean };

/** A light, a medium and a dark shade of each hue. */
const HUES = [
  ['cfe4fa', '77b7f7', '0f548c'],
  ['e1d6f5', 'b399db', '523287'],
  ['cde8cd', '7fbf7f', '0e660e'],
  ['fde2d1', 'f5a471', '8a4214'],
  ['f6d1d5', 'e98390', '8a182a'],
  ['c9e7e8', '63bcbf', '005a5e'],
  ['f0e2b2', 'dbb24a', '694e08'],
];
/** Each pixel is the mean of 4 × 4 samples, which smooths the curves at 48 pixels. */
const SAMPLES = 4;

const avatars = new Map<string, Buffer>();

/**
 * Draws a small portrait as PNG, the same for a person every time.
 *
 * @param size Width and height in pixels.
 */
export function drawAvatar(person: Person, size = 48): Buffer {
  const key = `${person.oid} ${size}`;
  const avatar = avatars.get(key) ?? draw(person, size);
  avatars.set(key, avatar);
  return avatar;
}

function draw(person: Person, size: number): Buffer {
  const layers = portrait(Number(person.oid.slice(-12)));
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x += 1) row.set(pixel(layers, x, y, size), 1 + x * 3);
    rows.push(row);
  }
  return encodePng(size, size, 'rgb', Buffer.concat(rows));
}

function portrait(seed: number): Layer[] {
  const [light, medium, dark] = (HUES[seed % HUES.length] ?? []).map((hex) => Buffer.from(hex, 'hex'));
  if (!light || !medium || !dark) throw new Error(`There is no hue for ${seed}.`);
  return [
    { color: light, covers: () => true },
    { color: dark, covers: ellipse(0.5, 1.02, 0.39, 0.37) },
    { color: light, covers: ellipse(0.5, 0.4, 0.225, 0.245) },
    { color: medium, covers: ellipse(0.5, 0.4, 0.19, 0.21) },
  ];
}

/** Center and radii as fractions of the picture. */
function ellipse(centerX: number, centerY: number, radiusX: number, radiusY: number): Layer['covers'] {
  return (x, y) => ((x - centerX) / radiusX) ** 2 + ((y - centerY) / radiusY) ** 2 <= 1;
}

function pixel(layers: Layer[], x: number, y: number, size: number): number[] {
  const sum = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const sampleX = (x + ((sample % SAMPLES) + 0.5) / SAMPLES) / size;
    const sampleY = (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size;
    const layer = layers.findLast(({ covers }) => covers(sampleX, sampleY));
    layer?.color.forEach((channel, index) => (sum[index] = (sum[index] ?? 0) + channel));
  }
  return sum.map((channel) => Math.round(channel / SAMPLES ** 2));
}
