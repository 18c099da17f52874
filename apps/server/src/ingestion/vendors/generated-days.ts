/** A quarter of an hour at a door. */
export interface Step {
  readonly ins: number;
  readonly outs: number;
}

/** A day as the devices of one vendor tell it: messages, and how any number of them are put into one body. */
export interface GeneratedDay {
  /** Whose counts they are. */
  readonly device: string;
  readonly messages: readonly unknown[];
  readonly bodyOf: (messages: readonly unknown[]) => Buffer;
  readonly contentType?: string;
  /** What its device counts of the day. */
  readonly truth: Step;
}

export const dayStart = Date.UTC(2026, 1, 3, 8) / 1000;
export const stepSeconds = 900;

const eui = '24E124FFFE000121';
export const startOf = (index: number) => dayStart + stepSeconds * index;
export const iso = (at: number) => new Date(1000 * at).toISOString().replace('.000Z', 'Z');
export const local = (at: number) => iso(at).slice(0, 19);

/** Counters begin somewhere, and are read before the first step and after each. */
export function totals(steps: readonly Step[], from: number): (Step & { readonly at: number })[] {
  let [ins, outs] = [from, from];
  return [
    { at: startOf(0), ins, outs },
    ...steps.map((step, index) => {
      [ins, outs] = [ins + step.ins, outs + step.outs];
      return { at: startOf(index + 1), ins, outs };
    }),
  ];
}

/** Each person for itself; two in the same frame have two tracks. */
function crossings(steps: readonly Step[]) {
  return steps.flatMap(({ ins, outs }, index) => [
    ...Array.from({ length: ins }, (_, person) => ({
      way: 'ins',
      track: 100 * index + person,
      at: startOf(index) + 0.08,
    })),
    ...Array.from({ length: outs }, (_, person) => ({
      way: 'outs',
      track: 100 * index + 50 + person,
      at: startOf(index) + 60 + person,
    })),
  ]);
}

function xovisLogics(steps: readonly Step[], serial: string): object[] {
  return steps.map(({ ins, outs }, index) => {
    const record = (counts: object[]) => [{ from: 1000 * startOf(index), to: 1000 * startOf(index + 1), counts }];
    const counts = [
      { name: 'fw', value: ins },
      { name: 'bw', value: outs },
    ];
    const queue = [
      { name: 'queue-length', value: index },
      { name: 'outflow', value: 1 + outs },
      { name: 'queueing-time', value: 30 * (1 + outs) },
    ];
    return {
      logics_data: {
        package_info: { id: 1 + index, agent_id: 7 },
        sensor_info: { serial_number: serial },
        logics: [
          { id: 1, info: 'XLT_LINE_IN_OUT_COUNT', records: record(counts) },
          { id: 2, info: 'XLT_QUEUE_STATISTICS', records: record(queue) },
        ],
      },
    };
  });
}

export function milesightMessage(mac: string, start: number, end: number, sections: object): object {
  const time_info = { start_time: iso(start), end_time: iso(end) };
  return { device_info: { device_mac: mac }, time_info, ...sections };
}

/** A counter of two bytes in each direction, and the people in view, as a VS121 sends them. */
function lorawanUplink({ at, ins, outs }: Step & { readonly at: number }): object {
  const data = Buffer.from([0x0d, 0xcc, 0, 0, 0, 0, 0x04, 0xc9, ins % 8, 1, 0, 0]);
  data.writeUInt16LE(ins % 65_536, 2);
  data.writeUInt16LE(outs % 65_536, 4);
  return { deviceInfo: { devEui: eui.toLowerCase() }, time: iso(at), data: data.toString('base64') };
}

export const list = (messages: readonly unknown[]) => Buffer.from(JSON.stringify(messages));

/** The usual messages of each vendor, by its name; `mac` is that of the device where it has one. */
export function generatedDays(steps: readonly Step[], mac = '801F12D530DC'): Readonly<Record<string, GeneratedDay>> {
  const truth = {
    ins: steps.reduce((sum, { ins }) => sum + ins, 0),
    outs: steps.reduce((sum, { outs }) => sum + outs, 0),
  };
  const listed = (messages: readonly unknown[], device = mac): GeneratedDay => ({
    device,
    messages,
    bodyOf: list,
    truth,
  });
  return {
    xovis5: listed(xovisLogics(steps, mac)),
    'xovis-spider': listed([
      ...xovisLogics(steps, mac),
      ...xovisLogics(
        steps.map(() => ({ ins: 0, outs: 0 })),
        '801F12D530DD',
      ),
    ]),
    'xovis5-live': listed(
      crossings(steps).map(({ way, track, at }, index) => ({
        live_data: {
          package_info: { id: 1 + index, agent_id: 8 },
          sensor_info: { serial_number: mac },
          frames: [
            {
              time: Math.round(1000 * at),
              events: [
                {
                  category: 'COUNT',
                  type: 'COUNT_INCREMENT',
                  attributes: {
                    track_id: track,
                    logic_id: 1,
                    counter_name: way === 'ins' ? 'fw' : 'bw',
                    counter_value: 1,
                  },
                },
              ],
            },
          ],
        },
      })),
    ),
    xovis: listed(
      steps.map(({ ins, outs }, index) => ({
        'sensor-info': { 'serial-number': mac },
        content: {
          element: [
            {
              'element-id': 0,
              'data-type': 'LINE',
              measurement: [
                {
                  from: iso(startOf(index)),
                  to: iso(startOf(index + 1)),
                  value: [
                    { label: 'fw', value: ins },
                    { label: 'bw', value: outs },
                  ],
                },
              ],
            },
          ],
        },
      })),
    ),
    'xovis-events': listed(
      crossings(steps).map(({ way, track, at }) => ({
        values: [
          {
            timestamp: Math.round(1000 * at),
            type: 'LineCount',
            serial: mac,
            direction: way === 'ins' ? 'forward' : 'backward',
            object: { id: track },
            countItem: { id: 0 },
          },
        ],
      })),
    ),
    axis: listed(
      steps.map(({ ins, outs }, index) => ({
        apiName: 'Axis Retail Data',
        sensor: { serial: mac },
        data: {
          measurements: [
            {
              kind: 'people-counts',
              utcFrom: iso(startOf(index)),
              utcTo: iso(startOf(index + 1)),
              items: [
                { direction: 'in', count: ins },
                { direction: 'out', count: outs },
              ],
            },
          ],
        },
      })),
    ),
    milesight: listed(
      steps.map(({ ins, outs }, index) =>
        milesightMessage(mac, startOf(index), startOf(index + 1), {
          line_periodic_data: [{ line: 1, in: ins, out: outs }],
          line_total_data: [{ line: 1, in_counted: 1000 + ins, out_counted: 1000 + outs }],
        }),
      ),
    ),
    'milesight-crossings': listed(
      steps.map(({ ins, outs }, index) =>
        milesightMessage(mac, startOf(index), startOf(index), { line_trigger_data: [{ line: 1, in: ins, out: outs }] }),
      ),
    ),
    lorawan: listed(totals(steps, 65_530).map(lorawanUplink), eui),
    irisys: listed(
      steps.map(({ ins, outs }, index) => ({
        macAddress: mac,
        CountLogs: [
          {
            Counts: [
              { RegisterId: 0, Tags: ['direction=IN'], LogPeriodValue: ins, Value: 500 + ins },
              { RegisterId: 1, Tags: ['direction=OUT'], LogPeriodValue: outs, Value: 500 + outs },
            ],
            StartTimestamp: iso(startOf(index)),
            Timestamp: iso(startOf(index + 1)),
          },
        ],
      })),
    ),
    'irisys-mqtt': listed(
      crossings(steps).map(({ way, track, at }) => ({
        register: way === 'ins' ? 'MainEntranceIn' : 'MainEntranceOut',
        value: 1,
        t: iso(Math.floor(at) + (way === 'ins' ? track % 100 : 0)),
      })),
    ),
    brickstream: {
      ...listed(
        steps.map(({ ins, outs }, index) => {
          const [start, end] = [local(startOf(index)).slice(11), local(startOf(index + 1)).slice(11)];
          const times = `StartTime="${start}" EndTime="${end}" UnixStartTime="${startOf(index)}"`;
          return `<Count ${times} Enters="${ins}" Exits="${outs}" Status="0"/>`;
        }),
      ),
      contentType: 'text/xml',
      bodyOf: (messages) =>
        Buffer.from(
          `<Metrics><Properties><MacAddress>${mac}</MacAddress><Timezone>0</Timezone></Properties><ReportData>` +
            `<Report Date="2026-02-03"><Object Id="0">${messages.join('')}</Object></Report></ReportData></Metrics>`,
        ),
    },
    hella: {
      ...listed(
        steps.map(
          ({ ins, outs }, index) => `${index},${local(startOf(index)).replace('T', ' ')},900,0,${ins},${outs}\n`,
        ),
      ),
      contentType: 'text/csv',
      bodyOf: (messages) =>
        Buffer.from(`record_id,timestamp,period,status,Door_SUM_IN,Door_SUM_OUT\n${messages.join('')}`),
    },
    monnit: {
      ...listed(
        totals(steps, 17).map(({ at, ins }) => ({
          sensorMessages: [
            { sensorID: '1', dataType: 'Count', dataValue: String(ins), messageDate: local(at).replace('T', ' ') },
          ],
        })),
        'monnit:1',
      ),
      truth: { ...truth, outs: 0 },
    },
    'point-six': {
      ...listed(
        totals(steps, 60).map(({ at, ins, outs }) =>
          [
            ['2', ins],
            ['3', outs],
          ]
            .map(
              ([point, value]) =>
                `<Record><TimeStamp>${local(at)}</TimeStamp><SensorID>V1</SensorID><PointIndex>${point}</PointIndex>` +
                `<Value>${value}</Value></Record>`,
            )
            .join(''),
        ),
        'point-six:V1',
      ),
      contentType: 'text/xml',
      bodyOf: (messages) =>
        Buffer.from(`<DataRecords ID="GATE-1" TZOffset="0.0" DST="0">${messages.join('')}</DataRecords>`),
    },
    json: listed(
      steps.map(({ ins, outs }, index) => ({
        device: mac,
        readings: [{ line: '1', from: startOf(index), to: startOf(index + 1), in: ins, out: outs }],
      })),
    ),
  };
}
