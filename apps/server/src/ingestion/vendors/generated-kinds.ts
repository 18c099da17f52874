import type { GeneratedDay, Step } from './generated-days.ts';
import { iso, list, local, milesightMessage, startOf, totals } from './generated-days.ts';

const mac = '801F12D530DC';
const eui = '24E124FFFE000135';

/** Messages that devices send instead of the usual ones of their vendor, by its name and then by their kind. */
export function generatedKinds(
  steps: readonly Step[],
): Readonly<Record<string, Readonly<Record<string, GeneratedDay>>>> {
  const truth = {
    ins: steps.reduce((sum, { ins }) => sum + ins, 0),
    outs: steps.reduce((sum, { outs }) => sum + outs, 0),
  };
  const nobody = { ins: 0, outs: 0 };
  const listed = (messages: readonly unknown[], device = mac): GeneratedDay => ({
    device,
    messages,
    bodyOf: list,
    truth,
  });
  return {
    axis: {
      // Each scenario counts one direction, as ins unless its zone says otherwise.
      crossline: {
        ...listed(
          totals(steps, 50).flatMap(({ at, ins, outs }) => [
            axisEvent(1, at, { scenario: 'Crossline', totalHuman: String(ins), totalCar: String(outs) }),
            axisEvent(2, at, { scenario: 'Crossline', totalHuman: String(outs) }),
          ]),
        ),
        truth: { ins: truth.ins + truth.outs, outs: 0 },
      },
      occupancy: {
        ...listed(steps.map(({ ins }, index) => axisEvent(3, startOf(index), { scenario: 'Occupancy', human: ins }))),
        truth: nobody,
      },
    },
    milesight: {
      totals: listed(
        totals(steps, 1000).map(({ at, ins, outs }) =>
          milesightMessage(mac, at - 900, at, { line_total_data: [{ line: 1, in_counted: ins, out_counted: outs }] }),
        ),
      ),
      'people in regions': {
        ...listed(
          steps.map(({ ins, outs }, index) =>
            milesightMessage(mac, startOf(index), startOf(index + 1), {
              event: 'Region People Counting',
              current_total: ins + outs,
              max_counted: 20,
              numbering_regions: [1, 2],
              current_counted: [ins, outs],
            }),
          ),
        ),
        truth: nobody,
      },
    },
    lorawan: { history: listed(historyUplinks(totals(steps, 200)), eui) },
    irisys: {
      'totals alone': listed(
        totals(steps, 500).map(({ at, ins, outs }) => ({
          macAddress: mac,
          CountLogs: [
            {
              Counts: [
                { RegisterId: 0, Tags: ['direction=IN'], Value: ins },
                { RegisterId: 1, Tags: ['direction=OUT'], Value: outs },
              ],
              StartTimestamp: iso(at - 900),
              Timestamp: iso(at),
            },
          ],
        })),
      ),
      'old firmware': listed(
        totals(steps, 500).map(({ at, ins, outs }) => ({
          FriendlyDeviceSerial: 'V4D-21060107',
          CountLogs: [
            {
              Counts: [
                { Name: 'In 1', RegisterId: 0, Value: ins },
                { Name: 'Out 1', RegisterId: 1, Value: outs },
              ],
              Timestamp: iso(at),
            },
          ],
        })),
        'irisys:V4D-21060107',
      ),
    },
    hella: {
      classes: {
        ...listed(
          steps.map(({ ins, outs }, index) => {
            const [childrenIn, childrenOut] = [Math.floor(ins / 2), Math.floor(outs / 3)];
            const classes = [ins - childrenIn, outs - childrenOut, childrenIn, childrenOut, 3, 2, 1, 1];
            return `${[index, local(startOf(index)).replace('T', ' '), 900, 0, ...classes].join(',')}\n`;
          }),
        ),
        contentType: 'text/csv',
        bodyOf: (messages) => Buffer.from(`${hellaColumns}\n${messages.join('')}`),
      },
    },
  };
}

const hellaColumns = `record_id,timestamp,period,status,${['Adult', 'Child', 'Group', 'Cart']
  .flatMap((of) => [`Door_${of}_IN`, `Door_${of}_OUT`])
  .join(',')}`;

function axisEvent(scenario: number, at: number, data: object): object {
  const topic = `axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario${scenario}`;
  return { topic, timestamp: 1000 * at, serial: mac, message: { data } };
}

/** Of two readings in a row, the first is known only from the history in the message of the second. */
function historyUplinks(readings: readonly (Step & { readonly at: number })[]): object[] {
  return readings.flatMap((reading, index) => {
    const before = readings[index - 1];
    const isStored = index % 2 === 1 && index < readings.length - 1;
    if (isStored) return [];
    const data = Buffer.concat([...(before ? shown(before, before.at) : []), ...shown(reading)]);
    return [{ deviceInfo: { devEui: eui.toLowerCase() }, time: iso(reading.at), data: data.toString('base64') }];
  });
}

/** Both counters of the first line, now or as they were stored at that time. */
function shown({ ins, outs }: Step, storedAt?: number): Buffer[] {
  return [ins, outs].map((value, way) => {
    const channel = 3 + way;
    if (storedAt === undefined) {
      const now = Buffer.from([channel, 0xd2, 0, 0, 0, 0]);
      now.writeUInt32LE(value, 2);
      return now;
    }
    const past = Buffer.from([0x20, 0xce, 0, 0, 0, 0, channel, 0, 0, 0, 0]);
    past.writeUInt32LE(storedAt, 2);
    past.writeUInt32LE(value, 7);
    return past;
  });
}

const ofIntervals = (data: readonly unknown[]) => Buffer.from(JSON.stringify({ serial: 'K-100', data }));
const interval = ({ ins, outs }: Step, index: number) => {
  const [from, to] = [iso(startOf(index)), iso(startOf(index + 1))];
  return { gate: 'North', from, to, entered: ins, exited: outs };
};
const total = ({ at, ins, outs }: Step & { readonly at: number }) => ({
  sn: '77',
  ts: iso(at),
  inTotal: ins % 65_536,
  outTotal: outs % 65_536,
});

/** What taught sensors send: `example` is what their mapping is guessed from. */
export function taughtDays(
  steps: readonly Step[],
): Readonly<Record<string, GeneratedDay & { readonly example: Buffer }>> {
  const truth = {
    ins: steps.reduce((sum, { ins }) => sum + ins, 0),
    outs: steps.reduce((sum, { outs }) => sum + outs, 0),
  };
  return {
    intervals: {
      device: 'custom:K-100',
      messages: steps.map(interval),
      bodyOf: ofIntervals,
      truth,
      example: ofIntervals([interval({ ins: 3, outs: 2 }, 0), interval({ ins: 1, outs: 0 }, 1)]),
    },
    totals: {
      device: 'custom:77',
      messages: totals(steps, 65_530).map(total),
      bodyOf: list,
      truth,
      example: list(totals([{ ins: 3, outs: 2 }], 500).map(total)),
    },
  };
}
