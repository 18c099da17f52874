import * as mappings from '@atrium/contract/mappings';
import type { BodyOf } from '@atrium/contract/endpoint';
import { answer, type Answer } from './network.ts';

type Spec = BodyOf<typeof mappings.previewMapping>['spec'];

/** What a sensor sends, and how it is read. */
export const taughtText =
  '{"serial":"K-100","data":[{"gate":"North","at":"2026-03-02T19:45:00Z","entered":7,"exited":2}]}';
const serial = ['serial'];
const [at, entered, exited, gate] = ['at', 'entered', 'exited', 'gate'].map((key) => ['data', key]);
export const taughtSpec: Spec = {
  format: 'json',
  csv: { delimiter: ',', header: true },
  records: ['data'],
  device: serial,
  numbers: 'custom',
  lines: [{ name: 'Line 1', nameField: gate!, ins: entered!, outs: exited!, level: null, direction: null }],
  counting: 'interval',
  modulus: null,
  time: { fields: [at!], dayFirst: false, zone: 'offset' },
  interval: { kind: 'fixed', seconds: 900, stamp: 'end' },
  status: [],
};

const value = (path: string[], sample: string) => ({
  path,
  name: path.at(-1)!,
  kind: 'value' as const,
  sample,
  count: null,
});
const row = {
  device: 'custom:K-100',
  line: 'North',
  kind: 'count' as const,
  from: '2026-03-02T19:30:00Z',
  to: '2026-03-02T19:45:00Z',
  ins: 7,
  outs: 2,
  level: null,
};
const preview = { device: 'custom:K-100', rows: [row], total: 1, flaws: [] };

export const shownPreview = answer(mappings.previewMapping, {
  outline: [
    value(serial, 'K-100'),
    { path: ['data'], name: 'data', kind: 'list', sample: null, count: 1 },
    value(gate!, 'North'),
    value(at!, '2026-03-02T19:45:00Z'),
    value(entered!, '7'),
    value(exited!, '2'),
  ],
  flaw: null,
  problems: [],
  preview,
  last: [
    { sampleId: '11', device: 'unidentified', preview },
    { sampleId: '12', device: 'unidentified', preview: { ...preview, rows: [], total: 0, flaws: ['unknown_shape'] } },
  ],
});

const taught = { name: 'Old gates', state: 'active', version: 2, vendor: 'custom-0a1b2c3d4e' } as const;
const version = { spec: taughtSpec, fixture: taughtText, createdBy: 'Ada Lovelace' };

export const taughtSensor = {
  ...taught,
  url: 'https://counts.example.com/api/push/custom-0a1b2c3d4e/{push key}',
  versions: [
    { ...version, version: 2 },
    { ...version, version: 1 },
  ],
};

/** Teaching a sensor: one that is taught, one push that waits, one template. */
export const mappingRecords: readonly Answer[] = [
  answer(mappings.listMappings, [taught]),
  answer(mappings.getMapping, taughtSensor),
  answer(mappings.listMappingSamples, [
    { sampleId: '10', device: 'unidentified', vendor: 'json', reason: 'unknown_shape', excerpt: taughtText },
  ]),
  answer(mappings.listMappingTemplates, [
    { name: 'Delopt', note: 'Not documented by the vendor: check the preview.', spec: taughtSpec, fixture: taughtText },
  ]),
  answer(mappings.guessMapping, { text: taughtText, spec: taughtSpec, assumed: ['interval'] }),
  shownPreview,
];
