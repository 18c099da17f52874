import { describe, expect, it } from 'vitest';
import { createIncludes, parseInclude, type Relation } from './include.ts';

const leaf = (name: string) => ({ name, below: [] });
const houses = () => [{ houseId: '1' }, { houseId: '2' }];

describe('parseInclude', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['space', [leaf('space')]],
    ['site(sensor,zone), space', [{ name: 'site', below: [leaf('sensor'), leaf('zone')] }, leaf('space')]],
    [
      'location(site(sensor(vendor_license)))',
      [{ name: 'location', below: [{ name: 'site', below: [{ name: 'sensor', below: [leaf('vendor_license')] }] }] }],
    ],
  ])('reads %j', (text, nodes) => {
    expect(parseInclude(text)).toEqual(nodes);
  });

  it.each([
    'site(',
    'site()',
    'site)',
    'site(sensor',
    ',site',
    'site,',
    'site site',
    'site,zone,site',
    'site(zone,zone)',
    'site(sensor)zone',
    '(site)',
    "site';--",
    '__proto__',
    'a(b(c(d(e))))',
    `${'a('.repeat(50)}b${')'.repeat(50)}`,
    'x'.repeat(501),
  ])('[S31] refuses %.60s', (text) => {
    expect(() => parseInclude(text)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });
});

describe('createIncludes', () => {
  const asked: string[] = [];
  const relations: Relation<{ sees: boolean }>[] = [
    {
      of: 'house',
      name: 'room',
      gives: 'room',
      load: async (_context, ids) => {
        asked.push(`rooms of ${ids.join(' ')}`);
        return new Map([['1', [{ roomId: 'a' }, { roomId: 'b' }]]]);
      },
    },
    { of: 'house', name: 'owner', key: 'person', gives: 'person', single: true, load: async () => new Map() },
    { of: 'house', name: 'safe', gives: 'safe', allowed: ({ sees }) => sees, load: async () => new Map() },
    {
      of: 'room',
      name: 'lamp',
      gives: 'lamp',
      load: async (_context, ids) => {
        asked.push(`lamps of ${ids.join(' ')}`);
        return new Map([['b', [{ lampId: 'x' }]]]);
      },
    },
  ];
  const includes = createIncludes(relations);

  it('loads each level once for all parents', async () => {
    const rows = houses();
    asked.length = 0;
    await includes.add({ sees: true }, 'house', rows, 'room(lamp)');
    expect(asked).toEqual(['rooms of 1 2', 'lamps of a b']);
    expect(rows).toEqual([
      {
        houseId: '1',
        room: [
          { roomId: 'a', lamp: [] },
          { roomId: 'b', lamp: [{ lampId: 'x' }] },
        ],
      },
      { houseId: '2', room: [] },
    ]);
  });

  it('leaves out what is not allowed, and keeps the place of a missing single row', async () => {
    const rows = houses();
    expect(await includes.add({ sees: false }, 'house', rows, 'safe,owner')).toEqual([]);
    expect(rows).toEqual([
      { houseId: '1', person: null },
      { houseId: '2', person: null },
    ]);
  });

  it('ignores unknown names with a warning', async () => {
    const remarks = await includes.add({ sees: true }, 'house', houses(), 'garden,room(garden)');
    expect(remarks).toEqual([
      'There is no garden to include in house; it was ignored.',
      'There is no garden to include in room; it was ignored.',
    ]);
  });
});
