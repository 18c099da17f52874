import type { FieldPath, MappedLine, MappingSpec } from '@atrium/rules/mapping';

/** A mapping to begin with. The example is invented: its vendor has published no body. */
export interface Template {
  readonly name: string;
  readonly note: string;
  readonly spec: MappingSpec;
  readonly fixture: string;
}

const note = 'Not documented by the vendor: paste what your device sends, and check the preview.';

const plain: Pick<MappingSpec, 'csv' | 'modulus' | 'status'> = {
  csv: { delimiter: ',', header: true },
  modulus: null,
  status: [],
};

function line(name: string, nameField: FieldPath | null, ins: FieldPath, outs: FieldPath): MappedLine {
  return { name, nameField, ins, outs, level: null, direction: null };
}

const hellaXml: Template = {
  name: 'Hella Aglaia, XML',
  note,
  spec: {
    ...plain,
    format: 'xml',
    records: ['CountingData', 'Count'],
    device: ['CountingData', '@mac'],
    numbers: 'hella',
    lines: [
      line(
        'Door',
        ['CountingData', 'Count', '@line'],
        ['CountingData', 'Count', '@adultIn'],
        ['CountingData', 'Count', '@adultOut'],
      ),
    ],
    counting: 'interval',
    time: { fields: [['CountingData', 'Count', '@timestamp']], dayFirst: false, zone: 'location' },
    interval: { kind: 'length', field: ['CountingData', 'Count', '@period'], stamp: 'end' },
  },
  fixture: `<CountingData mac="112233FFFE445566">
  <Count line="Door" timestamp="2026-01-01 10:15:00" period="900" adultIn="12" adultOut="9"/>
  <Count line="Door" timestamp="2026-01-01 10:30:00" period="900" adultIn="4" adultOut="6"/>
</CountingData>`,
};

const hellaJson: Template = {
  name: 'Hella Aglaia, JSON',
  note,
  spec: {
    ...plain,
    format: 'json',
    records: ['counts'],
    device: ['mac'],
    numbers: 'hella',
    lines: [line('Door', ['counts', 'line'], ['counts', 'adultIn'], ['counts', 'adultOut'])],
    counting: 'interval',
    time: { fields: [['counts', 'timestamp']], dayFirst: false, zone: 'location' },
    interval: { kind: 'length', field: ['counts', 'period'], stamp: 'end' },
  },
  fixture: `{
  "mac": "112233FFFE445566",
  "counts": [
    { "line": "Door", "timestamp": "2026-01-01 10:15:00", "period": 900, "adultIn": 12, "adultOut": 9 }
  ]
}`,
};

const monitor = (...path: readonly string[]) => ['Monitor', ...path];

const teracom: Template = {
  name: 'Teracom TCW, pulse counters',
  note,
  spec: {
    ...plain,
    format: 'json',
    records: [],
    device: monitor('DeviceInfo', 'ID'),
    numbers: 'teracom',
    lines: [line('Door', null, monitor('DI', 'DI1', 'counter'), monitor('DI', 'DI2', 'counter'))],
    counting: 'cumulative',
    modulus: 2 ** 32,
    time: { fields: [monitor('Time', 'Date'), monitor('Time', 'Time')], dayFirst: true, zone: 'location' },
    interval: { kind: 'fixed', seconds: 60, stamp: 'end' },
    status: [
      { name: 'firmware', field: monitor('DeviceInfo', 'FwVer') },
      { name: 'error', field: monitor('hwerr') },
    ],
  },
  fixture: `{
  "Monitor": {
    "DeviceInfo": { "DeviceName": "TCW241", "ID": "5C:32:C5:00:C8:72", "FwVer": "TCW241-v1.248" },
    "DI": {
      "DI1": { "description": "Beam in", "valuebin": "1", "counter": "1520" },
      "DI2": { "description": "Beam out", "valuebin": "1", "counter": "1498" }
    },
    "hwerr": "",
    "Time": { "Date": "01.01.2026", "Time": "13:07:30" }
  }
}`,
};

const delopt: Template = {
  name: 'Delopt',
  note,
  spec: {
    ...plain,
    format: 'json',
    records: ['data'],
    device: ['device_id'],
    numbers: 'delopt',
    lines: [line('Line', ['data', 'line'], ['data', 'in'], ['data', 'out'])],
    counting: 'interval',
    time: { fields: [['data', 'from']], dayFirst: false, zone: 'location' },
    interval: { kind: 'end', field: ['data', 'to'] },
  },
  fixture: `{
  "device_id": "DL-1042",
  "data": [
    { "line": "Main entrance", "from": "2026-01-01 10:00:00", "to": "2026-01-01 10:05:00", "in": 8, "out": 3 }
  ]
}`,
};

export const templates: readonly Template[] = [hellaXml, hellaJson, teracom, delopt];
