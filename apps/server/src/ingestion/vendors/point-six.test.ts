import { describe, expect, it } from 'vitest';
import { pointSix } from './point-six.ts';
import { changed, fixture } from './testing.ts';

const file = 'point-six.xml';
const at = Date.UTC(2026, 0, 1, 21) / 1000;

describe('Point Six', () => {
  it('[I103] counts by the registers of the sensors that it brings', () => {
    const { device, logics, carried, flaws } = pointSix.decode(fixture(file));
    expect({ device, logics, flaws }).toEqual({ device: '0021AC0431CB', logics: [], flaws: [] });
    expect(carried).toMatchObject([
      {
        device: 'point-six:V4D-1',
        status: { detail: { state: 'Okay' } },
        logics: [
          {
            name: 'Door',
            counters: [
              { measure: 'people', way: 'ins', at, value: 63, modulus: null },
              { measure: 'people', way: 'outs', at, value: 62, modulus: null },
            ],
          },
        ],
      },
    ]);
  });

  it('[I103] reads its local time by its zone and daylight saving, and its values by scale and offset', () => {
    const body = changed(file, (text) =>
      text.replace('DST="0"', 'DST="1"').replaceAll('1.000', '2').replaceAll('<Offset>0', '<Offset>5'),
    );
    expect(pointSix.decode(body).carried?.[0]?.logics[0]?.counters?.[0]).toMatchObject({ at: at - 3600, value: 131 });
  });

  it.each([
    ['bad_value', '<Value>63<', '<Value>many<'],
    ['bad_value', '<Value>63<', '<Value><'],
    ['bad_interval', 'TZOffset="-6.0"', 'TZOffset="far"'],
    ['bad_interval', /2026-01-01T15/g, '2026-02-30T15'],
    ['unknown_shape', /<SensorID>V4D-1</g, '<SensorID><'],
    ['unknown_shape', /DataRecords/g, 'Metrics'],
  ])('[I40] says %s where %s is %s', (flaw, from, to) => {
    expect(pointSix.decode(changed(file, (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });
});
