import { parseTimestamp } from '@atrium/calendar/timestamps';
import { isIpAddress } from '@atrium/rules/ip-address';
import { childText, elementsNamed, type XmlElement } from './bounded-xml.ts';
import type { Collector } from './collector.ts';
import { xmlVendor } from './document-vendor.ts';
import { intervalBetween, type Interval } from './intervals.ts';
import { nameOf, plainValues, writtenCount } from './values.ts';
import { macAddress } from './vendor.ts';

/** Brickstream cameras: XML with the people who entered and left in each interval, line by line. */
export const brickstream = xmlVendor({
  name: 'brickstream',
  title: 'Brickstream 2D and 3D',
  generation: 1,
  read: readMetrics,
});

function readMetrics(root: XmlElement, into: Collector): void {
  if (root.name !== 'Metrics') {
    into.flaw('unknown_shape');
    return;
  }
  const properties = root.children.find(({ name }) => name === 'Properties');
  into.device(macAddress(properties && childText(properties, 'MacAddress')));
  if (properties) readStatus(root, properties, into);
  const offset = properties ? offsetHours(properties) : undefined;
  for (const report of elementsNamed(root, 'Report')) {
    for (const object of elementsNamed(report, 'Object')) readObject(object, report.attributes.Date, offset, into);
  }
}

function readStatus(root: XmlElement, properties: XmlElement, into: Collector): void {
  const value = (name: string) => childText(properties, name);
  const address = value('IpAddress');
  const ipAddress = address !== undefined && isIpAddress(address) ? address : null;
  into.status({
    firmware: nameOf(value('SwRelease')) ?? null,
    ipAddress,
    config: plainValues({
      type: value('HwPlatform'),
      serial: value('SerialNumber'),
      firmware: value('SwRelease'),
      name: root.attributes.Devicename,
      site: root.attributes.Sitename,
      timezone: value('TimezoneName'),
      ipAddress,
    }),
    detail: plainValues({ countStatus: lastCount(root)?.attributes.Status }),
  });
}

/** What its status means is documented nowhere, so it is shown as it is; the last one is the current one. */
function lastCount(root: XmlElement): XmlElement | undefined {
  return [...elementsNamed(root, 'Count')].at(-1);
}

/** Hours east of Greenwich, daylight saving included. */
function offsetHours(properties: XmlElement): number | undefined {
  const [zone, saving] = [childText(properties, 'Timezone'), childText(properties, 'DST') ?? '0'].map(Number);
  const offset = (zone ?? NaN) + (saving ?? NaN);
  return offset >= -12 && offset <= 14 ? offset : undefined;
}

function readObject(object: XmlElement, date: string | undefined, offset: number | undefined, into: Collector): void {
  const id = nameOf(object.attributes.Id);
  if (id === undefined) {
    into.flaw('unknown_shape');
    return;
  }
  if (object.children.some(isNoCount)) into.flaw('unsupported_kind');
  const counts = [...elementsNamed(object, 'Count')];
  if (counts.length === 0) return;
  const logic = into.logic(id, nameOf(object.attributes.Name) ?? `Line ${id}`, 'line');
  for (const { attributes } of counts) {
    const interval = intervalOf(attributes, date, offset);
    if (!interval) into.flaw('bad_interval');
    else {
      const [ins, outs] = [attributes.Enters, attributes.Exits].map((text) => writtenCount(text) ?? null);
      logic.count('people', interval, { ins, outs });
    }
  }
}

/** Queues, service and waits, whose elements are documented nowhere. */
function isNoCount(element: XmlElement): boolean {
  const { attributes, children, text } = element;
  const isEmpty = Object.keys(attributes).length + children.length === 0 && text.trim() === '';
  return !isEmpty && elementsNamed(element, 'Count').next().done === true;
}

/** The first version of the format has local times only. */
function intervalOf(
  { StartTime, EndTime, UnixStartTime }: XmlElement['attributes'],
  date: string | undefined,
  offset: number | undefined,
): Interval | undefined {
  const wallOf = (time: string | undefined) => {
    const read = parseTimestamp(`${date} ${time}`);
    return read?.kind === 'local' ? read.wall : undefined;
  };
  const [begin, end] = [wallOf(StartTime), wallOf(EndTime)];
  if (begin === undefined || end === undefined) return undefined;
  // An interval that ends at midnight ends on the next day.
  const span = (end > begin ? end : end + 86_400) - begin;
  const unix = UnixStartTime === undefined ? null : parseTimestamp(UnixStartTime);
  const from = unix
    ? unix.kind === 'instant'
      ? unix.seconds
      : null
    : offset === undefined
      ? null
      : begin - 3600 * offset;
  return from === null ? undefined : intervalBetween(from, from + span);
}
