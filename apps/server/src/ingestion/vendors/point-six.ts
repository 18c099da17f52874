import { parseTimestamp } from '@atrium/calendar/timestamps';
import { numberedDevice } from '@atrium/rules/device-identity';
import { childText, type XmlElement } from './bounded-xml.ts';
import type { Collector } from './collector.ts';
import { xmlVendor } from './document-vendor.ts';
import { isCount, nameOf, plainValues } from './values.ts';
import { macAddress } from './vendor.ts';

/** Point Six "Point Manager": XML with the registers of its sensors, which only grow. Point 1 is health, 2 counts in, 3 out. */
export const pointSix = xmlVendor({
  name: 'point-six',
  title: 'Point Six Point Manager',
  generation: 1,
  read: readRecords,
});

const ways = { 2: 'ins', 3: 'outs' } as const;

function readRecords(root: XmlElement, into: Collector): void {
  if (root.name !== 'DataRecords') {
    into.flaw('unknown_shape');
    return;
  }
  const { ID, Name, Ver, TZOffset, DST } = root.attributes;
  into.device(macAddress(ID) ?? numberedDevice('point-six', ID ?? ''));
  into.status({
    firmware: nameOf(Ver) ?? null,
    ipAddress: null,
    config: plainValues({ name: Name, firmware: Ver }),
    detail: {},
  });
  const offset = offsetHours(TZOffset, DST);
  for (const record of root.children) {
    if (record.name === 'Record') readRecord(record, offset, into);
  }
}

function readRecord(record: XmlElement, offset: number | undefined, into: Collector): void {
  const text = (name: string) => childText(record, name);
  const device = numberedDevice('point-six', text('SensorID') ?? '');
  const point = Number(text('PointIndex'));
  if (device === null || !Number.isInteger(point)) {
    into.flaw('unknown_shape');
    return;
  }
  const own = into.carried(device);
  const name = nameOf(text('SensorName'));
  if (point === 1)
    own.status({
      firmware: null,
      ipAddress: null,
      config: plainValues({ name }),
      detail: plainValues({ state: text('Value') }),
    });
  if (point !== 2 && point !== 3) return;
  const read = parseTimestamp(text('TimeStamp') ?? '');
  const value = Math.round(Number(text('Value')) * Number(text('Scale') ?? 1) + Number(text('Offset') ?? 0));
  if (read?.kind !== 'local' || offset === undefined) into.flaw('bad_interval');
  else if (!isCount(value) || text('Value') === '') into.flaw('bad_value');
  else
    own
      .logic('1', name ?? 'Counter', 'line')
      .counter({ measure: 'people', way: ways[point], at: read.wall - 3600 * offset, value, modulus: null });
}

/** Hours east of Greenwich, daylight saving included. */
function offsetHours(zone: string | undefined, saving: string | undefined): number | undefined {
  const offset = zone === undefined || zone === '' ? Number.NaN : Number(zone) + Number(saving ?? 0);
  return offset >= -12 && offset <= 14 ? offset : undefined;
}
