import { describe, expect, it } from 'vitest';
import { identityOf, numberedDevice, readDevice, shownAddress } from './device-identity.ts';
import { assignmentProblems, takenProblems } from './sensor-assignment.ts';
import { vendorOf } from './sensor-vendors.ts';

describe('[R576] a device is', () => {
  it.each([
    ['00:6e:02:aa:bb:01', '006E02AABB01'],
    [' 24e124fffe123456 ', '24E124FFFE123456'],
    ['24-E1-24-FF-FE-12-34-56', '24E124FFFE123456'],
    ['Monnit:104523', 'monnit:104523'],
    ['point-six: ab.12_3-4', 'point-six:AB.12_3-4'],
  ])('%s, kept as %s', (text, device) => {
    expect(readDevice(text)).toBe(device);
    expect(readDevice(device)).toBe(device);
  });

  it.each([
    '',
    '104523',
    '24E124FFFE12345',
    '24:E1:24-FF:FE:12:34:56',
    'nobody:104523',
    'monnit:',
    'monnit:a b',
    `monnit:${'1'.repeat(65)}`,
    'sensor:6d1f2a1e-0000-4000-8000-000000000000',
    'unidentified',
  ])('not %s', (text) => expect(readDevice(text)).toBeNull());

  it('the same for two vendors never, not even as a MAC address', () => {
    const number = '006E02AABB01';
    expect(new Set([numberedDevice('irisys', number), numberedDevice('hella', number), readDevice(number)]).size).toBe(
      3,
    );
  });

  it('made by whoever numbered it, or owns the block', () => {
    expect(vendorOf('monnit:006E02AABB01').name).toBe('Monnit');
    expect(vendorOf('24E124FFFE123456').name).toBe('Milesight');
  });
});

describe('[R576] the identity of a sensor', () => {
  it('is its MAC address unless an identifier says another', () => {
    const mac = { macAddress: '006E02AABB01', identifier: null, device: '006E02AABB01' };
    expect(identityOf({ macAddress: '00:6e:02:aa:bb:01' })).toEqual(mac);
    expect(identityOf({ identifier: '00:6e:02:aa:bb:01' })).toEqual(mac);
    expect(identityOf({ macAddress: '006E02AABB01', identifier: 'irisys:7' })).toEqual({
      macAddress: '006E02AABB01',
      identifier: 'irisys:7',
      device: 'irisys:7',
    });
    expect(identityOf({ macAddress: null })).toEqual({ macAddress: null, identifier: null, device: null });
  });

  it('is shown where the MAC address would be', () => {
    expect(shownAddress({ macAddress: '006E02AABB01', identifier: 'irisys:7' })).toBe('00:6E:02:AA:BB:01');
    expect(shownAddress({ macAddress: null, identifier: '24E124FFFE123456' })).toBe('24E124FFFE123456');
    expect(shownAddress({ macAddress: null, identifier: null })).toBeNull();
  });

  it.each([
    [{ identifier: '24:E1' }, /^identifier: The identifier must be a MAC address, an EUI-64/],
    [{ identifier: 'irisys:7', sensorId: 's' }, /^identifier: Choose a sensor/],
    [{ identifier: '006E02AABB02', macAddress: '006E02AABB01' }, /^identifier: The identifier is another MAC address$/],
    [{ identifier: '006E02AABB01', macAddress: '00:6E:02:AA:BB:01' }, undefined],
    [{ identifier: 'irisys:7', macAddress: '00:6E:02:AA:BB:01' }, undefined],
  ])('of %j', (draft, problem) => {
    const found = assignmentProblems({ sensorId: null, macAddress: null, sensorUseType: 1, ...draft }, [1]);
    const texts = found.map(({ path, message }) => `${path}: ${message}`);
    expect(texts).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
  });

  it('belongs to one sensor', () => {
    const identity = identityOf({ macAddress: '006E02AABB01', identifier: 'irisys:7' });
    expect(takenProblems(identity, new Set(['irisys:8']))).toEqual([]);
    expect(takenProblems(identity, new Set(['irisys:7', '006E02AABB01'])).map(({ path }) => path)).toEqual([
      'macAddress',
      'identifier',
    ]);
  });
});
