import { describe, expect, it } from 'vitest';
import { brickstream } from './brickstream.ts';
import { changed, fixture } from './testing.ts';

const file = 'brickstream.xml';
const start = 1_767_225_060;
const without = (pattern: RegExp) => changed(file, (text) => text.replaceAll(pattern, ''));
/** With something else instead of counts. */
const object = (inside: string) =>
  changed(file, (text) => text.replace(/<Count[^>]*\/>/g, '').replace('</Object>', `${inside}</Object>`));

describe('Brickstream', () => {
  it('[I103] counts who entered and left in each interval, whatever its status says', () => {
    const { device, logics, flaws, status } = brickstream.decode(fixture(file));
    expect({ device, flaws }).toEqual({ device: '00B09DBE3013', flaws: [] });
    expect(status).toMatchObject({ firmware: '5.9.21.621', ipAddress: '192.0.2.79', config: { name: 'North door' } });
    expect(status?.detail).toEqual({ countStatus: '4' });
    expect(logics).toEqual([
      {
        deviceId: '0',
        name: '1',
        form: 'line',
        readings: [
          { measure: 'people', at: start, span: 60, ins: 3, outs: 2, partial: false },
          { measure: 'people', at: start + 60, span: 60, ins: 0, outs: 1, partial: false },
        ],
      },
    ]);
  });

  it('[I103] of the first version is read by its local time, its zone and daylight saving', () => {
    const old = without(/ UnixStartTime="\d+"/g);
    expect(brickstream.decode(old)).toEqual(brickstream.decode(fixture(file)));
    const summer = Buffer.from(old.toString().replace('<DST>0<', '<DST>1<'));
    expect(brickstream.decode(summer).logics[0]?.readings[0]?.at).toBe(start - 3600);
  });

  it('ends an interval at midnight on the next day', () => {
    const late = changed(file, (text) => text.replace('00:51:00" EndTime="00:52:00', '23:59:00" EndTime="00:00:00'));
    expect(brickstream.decode(late).logics[0]?.readings[0]).toMatchObject({ span: 60 });
  });

  it.each([
    '<Queue StartTime="00:51:00" AvgLength="3"/>',
    '<WaitTime>42</WaitTime>',
    '<Service><Served>3</Served></Service>',
  ])('[R1171] names %s, which it cannot keep, and counts what is beside it', (record) => {
    const { flaws, logics } = brickstream.decode(changed(file, (text) => text.replace('<Count', `${record}<Count`)));
    expect(flaws).toEqual(['unsupported_kind']);
    expect(logics).toEqual(brickstream.decode(fixture(file)).logics);
  });

  it('[R1171] makes no line of an object without counts, and says nothing of an empty one', () => {
    expect(brickstream.decode(object('<Queue AvgLength="3"/>'))).toMatchObject({
      logics: [],
      flaws: ['unsupported_kind'],
    });
    expect(brickstream.decode(object('<Queue/>'))).toMatchObject({ logics: [], flaws: [] });
  });

  it.each([
    ['bad_value', 'Enters="3"', 'Enters="-3"'],
    ['bad_value', 'Enters="3"', ''],
    ['bad_interval', 'StartTime="00:51:00"', 'StartTime="soon"'],
    ['bad_interval', 'Date="2026-01-01"', 'Date="2026-02-30"'],
    ['unknown_shape', 'Object Id="0"', 'Object'],
    ['unknown_shape', /Metrics/g, 'Records'],
    ['has_doctype', '<Metrics', '<!DOCTYPE Metrics><Metrics'],
  ])('[I40] says %s where %s is %s', (flaw, from, to) => {
    expect(brickstream.decode(changed(file, (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });
});
