/** Fields of an event (RFC 5545) that say what, when and where. */
const FIELD = /^(SUMMARY|DTSTART|DTEND|LOCATION|ORGANIZER|DESCRIPTION)((?:;[^:;"]*(?:"[^"]*")?)*):(.*)$/i;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/;

interface Field {
  parameters: string;
  value: string;
}

/** The events of a calendar file as lines of text. */
export function readInvitations(calendar: string): string {
  const lines = calendar.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const events: Map<string, Field>[] = [];
  let isEvent = false;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) isEvent = /^BEGIN:VEVENT$/i.test(line);
    if (/^BEGIN:VEVENT$/i.test(line)) events.push(new Map());
    const [, name, parameters = '', value = ''] = FIELD.exec(line) ?? [];
    if (isEvent && name) events.at(-1)?.set(name.toUpperCase(), { parameters, value });
  }
  return events.map(formatEvent).join('\n\n');
}

function formatEvent(event: ReadonlyMap<string, Field>): string {
  const text = (name: string) => unescape(event.get(name)?.value ?? '');
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => formatTime(event.get(name)));
  const organizer = event.get('ORGANIZER');
  const cn = /;CN="?([^";]*)/i.exec(organizer?.parameters ?? '')?.[1];
  return [
    ['Invitation', text('SUMMARY')],
    ['When', [start, end].filter(Boolean).join(' to ')],
    ['Where', text('LOCATION')],
    ['Organizer', cn ?? organizer?.value.replace(/^mailto:/i, '') ?? ''],
    ['Description', text('DESCRIPTION')],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** A time as it is written, with its zone: `2026-12-01 10:00 (Europe/Berlin)`. */
function formatTime(field: Field | undefined): string {
  const [, year, month, day, hour, minute, utc] = TIME.exec(field?.value ?? '') ?? [];
  if (!year) return field?.value ?? '';
  const zone = /;TZID="?([^";]*)/i.exec(field?.parameters ?? '')?.[1];
  const date = `${year}-${month}-${day}`;
  if (!hour) return date;
  return `${date} ${hour}:${minute}${utc ? ' UTC' : zone ? ` (${zone})` : ''}`;
}

const unescape = (value: string) =>
  value.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
