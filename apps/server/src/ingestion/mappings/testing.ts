import type { MappingSpec } from '@atrium/rules/mapping';
import { identityIn } from '../vendors/identity.ts';
import { fixture } from '../vendors/testing.ts';
import type { Decoded, Vendor } from '../vendors/vendor.ts';
import { decodeMapped } from './decode-mapped.ts';
import { guessMapping } from './guess.ts';

const context = { receivedAt: 1_772_618_400, speaker: null, zoneOfDevice: () => 'Europe/Berlin' };

/** Readers of taught sensors: one that guesses every body again, one for each format, and one that means harm. */
export function taughtVendors(): Vendor[] {
  return [
    mapped('guessed', (body) => guessMapping(body).spec),
    mapped('harmful', harmful),
    ...['taught.csv', 'taught.xml', 'generic.json'].map((file) => {
      const { spec } = guessMapping(fixture(file));
      return mapped(file, () => spec);
    }),
  ];
}

function mapped(name: string, specOf: (body: Buffer) => MappingSpec): Vendor {
  return vendorOf(name, (body) => decodeMapped(specOf(body), body, context));
}

/** Names what no body should be asked for, as often as a mapping may. */
function harmful(body: Buffer): MappingSpec {
  const { spec } = guessMapping(body);
  const strange = ['__proto__', 'constructor', 'length', '0', '99999', 'toString'];
  const line = {
    nameField: null,
    ins: [...spec.records, ...strange],
    outs: ['0', '0'],
    level: ['length'],
    direction: null,
  };
  return {
    ...spec,
    records: spec.records.length > 0 ? spec.records : ['0'],
    lines: Array.from({ length: 16 }, (_, index) => ({ ...line, name: `Line ${index}` })),
    time: { ...spec.time, fields: [['constructor', 'name'], ['0']], zone: 'America/Sao_Paulo' },
    interval: { kind: 'length', field: ['length'], stamp: 'end' },
    status: strange.map((name) => ({ name, field: [name] })),
  };
}

function vendorOf(name: string, decode: (body: Buffer) => Decoded): Vendor {
  return {
    name,
    title: name,
    generation: 1,
    acceptsType: () => true,
    contentType: 'application/octet-stream',
    addressed: () => null,
    identify: (body) => identityIn(decode(body)),
    decode,
  };
}
