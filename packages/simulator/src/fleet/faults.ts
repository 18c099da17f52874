import { chance } from '../noise.ts';
import { bySensor, type FleetRecord, type LineReport, type Message } from './message.ts';

/** Changes what is sent, and when; the messages that it gets are in order of time and stay as they are. */
export interface Fault {
  readonly description: string;
  readonly apply: (messages: readonly Message[], seed: number) => Message[];
}

const sixHours = 6 * 3600;

/** By the name on the command line. */
export const faults: Readonly<Record<string, Fault>> = {
  steady: { description: 'nothing goes wrong', apply: (messages) => [...messages] },
  loss: {
    description: 'one message in ten never arrives',
    apply: (messages, seed) => messages.filter((_, index) => chance(seed, index) >= 0.1),
  },
  duplicates: {
    description: 'every message is sent twice',
    apply: (messages) => messages.flatMap((message) => [message, { ...message, at: message.at + 5 }]),
  },
  shuffled: {
    description: 'messages are held back for a while, each for another one, and arrive in any order',
    apply: (messages, seed) => {
      const [first, last] = edgesOf(messages);
      return messages
        .map((message, index) => ({ ...message, at: message.at + Math.floor(chance(seed, index) * (last - first)) }))
        .toSorted((a, b) => a.at - b.at);
    },
  },
  late: {
    description: 'the first half arrives six hours late, after the second',
    apply: (messages) => {
      const middle = middleOf(messages);
      const late = messages
        .filter(({ at }) => at < middle)
        .map((message) => ({ ...message, at: message.at + sixHours }));
      return [...messages.filter(({ at }) => at >= middle), ...late];
    },
  },
  'frozen-clock': {
    description: 'the clocks stop halfway: from then on every message has the same time',
    apply: (messages) => {
      const middle = middleOf(messages);
      const frozen = new Map<string, FleetRecord>();
      return messages.map((message) => {
        if (message.at < middle) return message;
        return withRecords(message, (record, line) => {
          const key = `${message.sensor.device}/${line.line.number}`;
          const stopped = frozen.get(key) ?? record;
          frozen.set(key, stopped);
          return { ...record, from: stopped.from, to: stopped.to };
        });
      });
    },
  },
  'counter-reset': {
    description: 'counters start again at zero halfway',
    apply: (messages) => {
      const middle = middleOf(messages);
      const before = new Map<string, FleetRecord>();
      return messages.map((message) =>
        withRecords(message, (record, line) => {
          const key = `${message.sensor.device}/${line.line.number}`;
          if (message.at < middle) {
            before.set(key, record);
            return record;
          }
          const { insTotal = 0, outsTotal = 0 } = before.get(key) ?? {};
          return { ...record, insTotal: record.insTotal - insTotal, outsTotal: record.outsTotal - outsTotal };
        }),
      );
    },
  },
  swapped: {
    description: 'in and out are exchanged, as when a sensor is mounted the wrong way round',
    apply: (messages) =>
      messages.map((message) =>
        withRecords(message, (record) => ({
          ...record,
          ins: record.outs,
          outs: record.ins,
          insTotal: record.outsTotal,
          outsTotal: record.insTotal,
        })),
      ),
  },
  silence: {
    description: 'nothing is sent in the middle third',
    apply: (messages) => {
      const [first, last] = edgesOf(messages);
      const third = (last - first) / 3;
      return messages.filter(({ at }) => at < first + third || at >= last - third);
    },
  },
  storm: {
    description: 'the network is away for the second half, then every sensor sends what it kept, all at once',
    apply: (messages) => {
      const middle = middleOf(messages);
      const [, end] = edgesOf(messages);
      const kept = bySensor(messages.filter(({ at }) => at >= middle));
      return [
        ...messages.filter(({ at }) => at < middle),
        ...[...kept.values()].flatMap(packed).map((message) => ({ ...message, at: end, isAtOnce: true as const })),
      ];
    },
  },
};

/** Several messages of a sensor as few large ones. */
function packed(messages: readonly Message[]): Message[] {
  const [first] = messages;
  if (!first) return [];
  const { maxRecords } = first.sensor.format;
  const packages: Message[] = [];
  for (let index = 0; index < messages.length; index += maxRecords) {
    const part = messages.slice(index, index + maxRecords);
    const lines = first.lines.map(({ line }, at) => ({
      line,
      records: part.flatMap((message) => message.lines[at]?.records ?? []),
    }));
    packages.push({ ...first, number: part[0]?.number ?? 0, lines });
  }
  return packages;
}

function withRecords(message: Message, change: (record: FleetRecord, line: LineReport) => FleetRecord): Message {
  return {
    ...message,
    lines: message.lines.map((line) => ({ ...line, records: line.records.map((record) => change(record, line)) })),
  };
}

function edgesOf(messages: readonly Message[]): [first: number, last: number] {
  return messages.reduce<[number, number]>(
    ([first, last], { at }) => [Math.min(first, at), Math.max(last, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function middleOf(messages: readonly Message[]): number {
  const [first, last] = edgesOf(messages);
  return first + (last - first) / 2;
}
