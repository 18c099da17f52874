import { describe, expect, it } from 'vitest';
import { sensorVendors, vendorOf } from './sensor-vendors.ts';

describe('the vendor of a device', () => {
  it.each([
    ['80:1F:12:D5:30:DC', 'Xovis'],
    ['006e02000001', 'Xovis'],
    ['ACCC8E000001', 'Axis'],
    ['002250000001', 'Point Six'],
    ['0021AC000001', 'Irisys'],
    ['40D855083001', 'Delopt'],
    ['5C32C5000001', 'Teracom'],
    ['0050C2E3E001', 'Monnit'],
    ['6C4780500001', 'Monnit'],
    ['24E124000001', 'Milesight'],
    ['00B09D000001', 'Brickstream'],
    ['02E11A000001', 'Hella'],
    ['025E50000001', 'Atrium Camera'],
  ])('[R183] of %s is %s', (mac, name) => expect(vendorOf(mac).name).toBe(name));

  it.each(['40D855084001', '0050C2E3F001', 'FFFFFFFFFFFF', '801F12', '', null])('[R183] of %s is unknown', (mac) =>
    expect(vendorOf(mac)).toMatchObject({ name: 'Unknown', hasPassword: false, masterNode: false }),
  );

  it('[R183] determines whether its devices have a password or forward the counts of others', () => {
    expect(named('hasPassword')).toEqual([
      'Atrium Camera',
      'Axis',
      'Brickstream',
      'Hella',
      'Irisys',
      'Milesight',
      'Xovis',
    ]);
    expect(named('masterNode')).toEqual(['Monnit', 'Point Six', 'Teracom']);
  });

  it('is found whatever the order of the table: no block lies inside the block of another vendor', () => {
    const blocks = sensorVendors.flatMap(({ name, prefixes }) => prefixes.map((prefix) => ({ name, prefix })));
    for (const { name, prefix } of blocks) {
      expect(prefix).toMatch(/^[0-9A-F]{6,9}$/);
      expect(blocks.filter((other) => other.name !== name && other.prefix.startsWith(prefix))).toEqual([]);
    }
  });
});

const named = (flag: 'hasPassword' | 'masterNode') =>
  sensorVendors
    .filter((vendor) => vendor[flag])
    .map(({ name }) => name)
    .toSorted();
