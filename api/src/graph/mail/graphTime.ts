import { windowsTimeZones } from './windowsTimeZones.ts';

/** A time as Graph writes it, usually without an offset: https://learn.microsoft.com/graph/api/resources/datetimetimezone */
export interface GraphTime {
  dateTime?: string | null;
  /**
   * Name of the time zone, in the list of Windows or of IANA. Exchange writes some names as an address:
   * `tzone://Microsoft/Utc`.
   */
  timeZone?: string | null;
}

const EXCHANGE_PREFIX = /^tzone:\/\/microsoft\//i;
const HAS_OFFSET = /Z$|[+-]\d\d:\d\d$/i;

/** The time in UTC, as ISO text; '' without a time. A zone without a known name counts as UTC, which Graph uses by default. */
export function toUtc(time: GraphTime | null | undefined): string {
  const text = time?.dateTime ?? '';
  if (text === '') return '';
  if (HAS_OFFSET.test(text)) return toIsoText(Date.parse(text), text);
  const local = Date.parse(`${text}Z`);
  const name = (time?.timeZone ?? '').replace(EXCHANGE_PREFIX, '');
  const zone = windowsTimeZones[name] ?? name;
  // The offset is calculated twice, because around a change of the clock the first one can be that of the wrong hour.
  const nearby = local - getOffset(zone, local);
  return toIsoText(local - getOffset(zone, nearby), text);
}

function toIsoText(milliseconds: number, text: string): string {
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
}

/** Milliseconds that a zone is ahead of UTC at a time; 0 for an unknown zone. */
function getOffset(timeZone: string, time: number): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d+):(\d+)$/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
