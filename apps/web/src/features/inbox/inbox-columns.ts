import type { DecodedReading, InboxDevice, PackageGap, QuarantineGroup, ReceivedBody } from '@atrium/contract/inbox';
import { formatMac } from '@atrium/rules/mac-address';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { guideOf } from '@atrium/rules/vendor-guides';
import { longTimestamp } from '../../format/dates.ts';
import { ago, lasted } from '../../format/durations.ts';
import { fileSize } from '../../format/file-size.ts';
import { count } from '../../format/numbers.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

interface Sender {
  readonly device: string;
  readonly sensor: { readonly name: string } | null;
  readonly organizationName: string;
}

/** The name of the sensor, or who the device says it is. */
export function senderOf({ device, sensor }: Pick<Sender, 'device' | 'sensor'>): string {
  if (sensor) return sensor.name;
  return device === '' || device === 'unidentified' || device.startsWith('sensor:')
    ? texts.unknownDevice
    : formatMac(device);
}

/** As the page Connect sensors calls it. */
export function vendorName({ vendor }: { readonly vendor: string }): string {
  return guideOf(vendor).name || vendor;
}

const organization = (label: string): Column<Sender> => ({
  key: 'organization',
  label,
  kind: 'text',
  width: 150,
  from: 'desktop',
  value: ({ organizationName }) => organizationName,
});

const inAll = <Row>(isEverywhere: boolean, column: Column<Row>) => (isEverywhere ? [column] : []);

export function receivedColumns(isEverywhere: boolean): readonly Column<ReceivedBody>[] {
  const words = texts.received.columns;
  return [
    {
      key: 'receivedAt',
      label: words.receivedAt,
      kind: 'text',
      width: 170,
      isRowName: true,
      value: ({ receivedAt }) => longTimestamp(receivedAt),
    },
    { key: 'device', label: words.device, kind: 'text', width: 150, value: senderOf },
    ...inAll<ReceivedBody>(isEverywhere, organization(words.organization)),
    { key: 'vendor', label: words.vendor, kind: 'text', width: 100, from: 'desktop', value: vendorName },
    {
      key: 'kind',
      label: words.kind,
      kind: 'text',
      width: 80,
      from: 'desktop',
      value: ({ kind }) => texts.kinds[kind],
    },
    {
      key: 'bytes',
      label: words.bytes,
      kind: 'text',
      width: 80,
      from: 'tablet',
      value: ({ bytes }) => fileSize(bytes),
    },
    {
      key: 'status',
      label: words.status,
      kind: 'text',
      width: 150,
      value: ({ status, reason }) => (reason === null ? texts.statuses[status] : explainReason(reason).title),
    },
  ];
}

export function groupColumns(isEverywhere: boolean, now: number): readonly Column<QuarantineGroup>[] {
  const words = texts.quarantine.columns;
  return [
    {
      key: 'reason',
      label: words.reason,
      kind: 'text',
      width: 170,
      isRowName: true,
      value: ({ reason }) => explainReason(reason).title,
    },
    { key: 'device', label: words.device, kind: 'text', width: 150, value: senderOf },
    ...inAll<QuarantineGroup>(isEverywhere, organization(words.organization)),
    { key: 'vendor', label: words.vendor, kind: 'text', width: 100, from: 'desktop', value: vendorName },
    {
      key: 'count',
      label: words.count,
      kind: 'number',
      width: 80,
      format: (value) => count(value ?? 0),
      value: (row) => row.count,
    },
    {
      key: 'first',
      label: words.first,
      kind: 'text',
      width: 160,
      from: 'desktop',
      value: ({ firstAt }) => longTimestamp(firstAt),
    },
    {
      key: 'last',
      label: words.last,
      kind: 'text',
      width: 110,
      from: 'tablet',
      value: ({ lastAt }) => ago(Math.max(0, now - Date.parse(lastAt))),
    },
  ];
}

/** In words: how far a clock is off, or that it is right. */
export function clockOf({ skewSeconds, isClockOff }: Pick<InboxDevice, 'skewSeconds' | 'isClockOff'>): string {
  if (skewSeconds === null) return texts.devices.unknown;
  if (!isClockOff) return texts.devices.exact;
  const far = lasted(Math.abs(skewSeconds) * 1000);
  return skewSeconds > 0 ? texts.devices.behind(far) : texts.devices.ahead(far);
}

export function deviceColumns(isEverywhere: boolean, now: number): readonly Column<InboxDevice>[] {
  const words = texts.devices.columns;
  const number = (key: 'applied' | 'quarantined' | 'duplicate', from: 'tablet' | 'desktop'): Column<InboxDevice> => ({
    key,
    label: words[key],
    kind: 'number',
    width: 100,
    from,
    format: (value) => count(value ?? 0),
    value: (row) => row[key],
  });
  return [
    { key: 'device', label: words.device, kind: 'text', width: 160, isRowName: true, value: senderOf },
    ...inAll<InboxDevice>(isEverywhere, organization(words.organization)),
    {
      key: 'last',
      label: words.last,
      kind: 'text',
      width: 110,
      value: ({ lastAt }) => ago(Math.max(0, now - Date.parse(lastAt))),
    },
    number('applied', 'tablet'),
    number('quarantined', 'tablet'),
    number('duplicate', 'desktop'),
    { key: 'clock', label: words.clock, kind: 'text', width: 130, from: 'tablet', value: clockOf },
    {
      key: 'missing',
      label: words.missing,
      kind: 'number',
      width: 130,
      from: 'desktop',
      format: (value) => count(value ?? 0),
      value: ({ missingPackages }) => missingPackages,
    },
    { ...actionsColumn, label: 'Actions', width: 120, from: 'tablet' },
  ];
}

function numbersOf({ firstNumber, lastNumber }: PackageGap): string {
  return firstNumber === lastNumber ? String(firstNumber) : `${firstNumber}–${lastNumber}`;
}

/** In words: when the sensor was asked, and what it said. */
export function requestOf({ request }: Pick<PackageGap, 'request'>): string {
  const words = texts.gaps;
  if (request === null) return words.notAsked;
  const { state, at, tries, nextAt, reason } = request;
  if (at === null || state === 'waiting') return words.soon;
  const when = longTimestamp(at);
  return [
    tries > 1 ? words.askedOften(tries, when) : words.asked(when),
    reason?.replace(/\.$/, '') ?? words.accepted,
    ...(nextAt === null ? [] : [words.next(longTimestamp(nextAt))]),
  ].join(' · ');
}

export function gapColumns(isEverywhere: boolean, isWaived: boolean): readonly Column<PackageGap>[] {
  const words = texts.gaps.columns;
  const reason: Column<PackageGap> = {
    key: 'reason',
    label: words.reason,
    kind: 'text',
    width: 160,
    value: ({ waivedReason }) => waivedReason,
  };
  return [
    { key: 'device', label: words.device, kind: 'text', width: 150, isRowName: true, value: senderOf },
    ...inAll<PackageGap>(isEverywhere, organization(words.organization)),
    { key: 'numbers', label: words.numbers, kind: 'text', width: 90, value: numbersOf },
    {
      key: 'count',
      label: words.count,
      kind: 'number',
      width: 80,
      from: 'tablet',
      format: (value) => count(value ?? 0),
      value: ({ firstNumber, lastNumber }) => lastNumber - firstNumber + 1,
    },
    { key: 'agent', label: words.agent, kind: 'text', width: 90, from: 'wide', value: ({ agent }) => agent },
    {
      key: 'between',
      label: words.between,
      kind: 'text',
      width: 330,
      from: 'desktop',
      value: ({ afterAt, beforeAt }) => texts.gaps.to(longTimestamp(afterAt), longTimestamp(beforeAt)),
    },
    ...(isWaived
      ? [reason]
      : [
          { key: 'request', label: words.request, kind: 'text', width: 190, from: 'tablet', value: requestOf } as const,
          { ...actionsColumn, label: 'Actions', width: 160 },
        ]),
  ];
}

const readingWords = texts.body.columns;

export const readingColumns: readonly Column<DecodedReading>[] = [
  {
    key: 'logic',
    label: readingWords.logic,
    kind: 'text',
    width: 120,
    isRowName: true,
    value: ({ logicName, logicId }) => logicName || logicId,
  },
  { key: 'measure', label: readingWords.measure, kind: 'text', width: 100, value: ({ measure }) => measure },
  { key: 'from', label: readingWords.from, kind: 'text', width: 150, value: ({ from }) => longTimestamp(from) },
  {
    key: 'to',
    label: readingWords.to,
    kind: 'text',
    width: 150,
    value: ({ to, partial }) => (partial ? texts.body.open : longTimestamp(to)),
  },
  { key: 'ins', label: readingWords.ins, kind: 'number', width: 60, value: ({ ins }) => ins },
  { key: 'outs', label: readingWords.outs, kind: 'number', width: 60, value: ({ outs }) => outs },
  { key: 'value', label: readingWords.value, kind: 'number', width: 80, value: ({ value }) => value },
  {
    key: 'range',
    label: readingWords.range,
    kind: 'text',
    width: 80,
    value: ({ lowest, highest }) => (lowest === null || highest === null ? '' : `${lowest}–${highest}`),
  },
];
