import { describe, expect, it } from 'vitest';
import { encodeBatch, encodePush, type LogicsPush } from './xovis5.ts';

const device = { macAddress: '801F12D530DC', timezone: 'Europe/Zurich' };
const push: LogicsPush = {
  kind: 'logics',
  device,
  packageId: 4711,
  logics: [
    {
      id: 2,
      name: 'Main door',
      records: [
        { from: 1_767_225_600, to: 1_767_225_660, forward: 7, backward: 5, samples: 60, samplesExpected: 60 },
        { from: 1_767_225_660, to: 1_767_225_720, forward: 1, backward: 0, samples: 13, samplesExpected: 60 },
      ],
    },
  ],
};

describe('a push of a generation 5 sensor', () => {
  it('contains the counts of its lines in the format the vendor documents', () => {
    expect(encodePush(push)).toEqual({
      logics_data: {
        package_info: { version: '5.0', id: 4711, agent_id: 1008 },
        sensor_info: { serial_number: '80:1F:12:D5:30:DC', type: 'SINGLE_SENSOR', timezone: 'Europe/Zurich' },
        logics: [
          {
            id: 2,
            name: 'Main door',
            info: 'XLT_LINE_IN_OUT_COUNT',
            geometries: [{ id: 2, type: 'LINE', name: 'Main door' }],
            records: [
              {
                from: 1_767_225_600_000,
                to: 1_767_225_660_000,
                samples: 60,
                samples_expected: 60,
                counts: [
                  { id: 20, name: 'fw', value: 7 },
                  { id: 21, name: 'bw', value: 5 },
                ],
              },
              {
                from: 1_767_225_660_000,
                to: 1_767_225_720_000,
                samples: 13,
                samples_expected: 60,
                counts: [
                  { id: 20, name: 'fw', value: 1 },
                  { id: 21, name: 'bw', value: 0 },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  it('contains the state of the device', () => {
    const status = encodePush({
      kind: 'status',
      device: { ...device, firmware: '5.4.2', ipAddress: '10.0.0.7' },
      packageId: 9,
      uptimeSeconds: 3600,
      offsetSeconds: 7200,
    });
    expect(status).toMatchObject({
      status_data: {
        package_info: { id: 9 },
        sensor_info: { serial_number: '80:1F:12:D5:30:DC' },
        states: {
          device: { info: { fw_version: '5.4.2' }, state: { details: { uptime_sec: 3600 } } },
          time: { state: { details: { tz_offset_sec: 7200 } } },
          network: { state: { details: { link: { mac: '80:1F:12:D5:30:DC' } } } },
        },
      },
    });
  });

  it('may be several packages in one body', () => {
    expect(encodeBatch([push, push])).toEqual([encodePush(push), encodePush(push)]);
  });
});
